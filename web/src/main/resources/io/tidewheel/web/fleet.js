// Agents, queues, and the machines that are made on demand.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get, post, query } from './api.js';
import { ago, attempt, Badge, confirmed, Loading, moment, Picture, Tile, Trouble, useAnswer } from './parts.js';
import { bytes, count, curves, duration, elasticity, money } from './draw.js';

const EVERY = 2_000;
const SHOWN = 100;

export function Agents({ about }) {
  const [data, trouble, again] = useAnswer(signal => get('/agents', signal), [], EVERY);
  const [filter, setFilter] = useState('');
  const [skip, setSkip] = useState(0);
  if (!data) return h(Loading, { what: 'looking for agents', trouble });
  const words = filter.toLowerCase();
  const agents = data.items.filter(agent => [agent.name, agent.host, agent.state, ...agent.capabilities].some(text => text.toLowerCase().includes(words)));
  const slots = data.items.reduce((sum, agent) => sum + agent.slots, 0), holds = data.items.reduce((sum, agent) => sum + Math.min(agent.slots, agent.busySlots ?? agent.holds), 0);
  return h('div', { 'data-ready': 'agents' },
    h('div', { class: 'row between' }, h('h1', {}, 'Agents'), h('input', { type: 'search', placeholder: 'name, host, capability …', 'aria-label': 'Filter', value: filter, onInput: event => { setFilter(event.target.value); setSkip(0); } })),
    h(Trouble, { trouble }),
    h('div', { class: 'tiles' }, h(Tile, { label: 'agents', value: count(data.items.length) }), h(Tile, { label: 'slots', value: count(slots) }), h(Tile, { label: 'busy slots', value: slots ? `${count(holds)} (${Math.round(100 * holds / slots)} %)` : '0' }),
      h(Tile, { label: 'hosts', value: count(new Set(data.items.map(agent => agent.host)).size) }), h(Tile, { label: 'tasks finished', value: count(data.items.reduce((sum, agent) => sum + agent.finished, 0)) })),
    agents.length === 0 ? h('p', { class: 'card' }, data.items.length ? 'No agent fits the filter.' : ['No agent is connected. Start one with ', h('code', {}, 'tidewheel agent start --server URL --token-file FILE'), '.'])
      : h('div', { class: 'card scroll' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, ['Agent', 'Host', 'State', 'Capabilities', 'Busy'].map(name => h('th', {}, name)), ['Slots', 'Finished', 'Load', 'Free memory'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Since'), h('th', {}, ''))),
        h('tbody', {}, agents.slice(skip, skip + SHOWN).map(agent => h('tr', { key: agent.session }, h('td', { class: 'name', title: agent.name }, agent.name), h('td', { class: 'name' }, agent.host), h('td', {}, h(Badge, { state: agent.state })), h('td', {}, agent.capabilities.join(', ') || h('span', { class: 'dim' }, 'none')),
          h('td', {}, h('div', { class: 'bar', title: `${agent.holds} tasks` }, h('i', { class: 'run', style: { width: `${Math.min(100, 100 * (agent.utilisation ?? agent.holds / Math.max(1, agent.slots)))}%` } }))),
          [['slots', count(agent.slots)], ['finished', count(agent.finished)], ['load', agent.loadAverage === undefined ? '' : agent.loadAverage.toFixed(1)], ['free', agent.freeMemoryBytes === undefined ? '' : bytes(agent.freeMemoryBytes)]].map(([label, value]) => h('td', { class: 'n', 'data-label': value && label }, value)), h('td', { class: 'dim', title: moment(agent.since) }, ago(agent.since)),
          h('td', {}, about.role === 'admin' && agent.state !== 'draining' && h('button', { 'aria-label': `Drain agent ${agent.name}`, onClick: async () => { if (await confirmed(`Drain agent ${agent.name}? It finishes what it runs and leaves.`, 'Drain it') && await attempt(() => post(`/agents/${encodeURIComponent(agent.session)}/drain`), 'drains')) again(); } }, 'Drain'))))))),
    h('div', { class: 'row' }, skip > 0 && h('button', { onClick: () => setSkip(Math.max(0, skip - SHOWN)) }, '← Before'), agents.length > skip + SHOWN && h('button', { onClick: () => setSkip(skip + SHOWN) }, `Next → (${count(agents.length - skip - SHOWN)} more)`)));
}

export function Queues() {
  const [data, trouble] = useAnswer(signal => get('/queues', signal), [], EVERY);
  if (!data) return h(Loading, { what: 'looking at what waits', trouble });
  const most = Math.max(1, ...data.items.map(queue => queue.tasks));
  const sorted = [...data.items].sort((a, b) => b.tasks - a.tasks).slice(0, 200);
  return h('div', { 'data-ready': 'queues' }, h('h1', {}, 'Queues'), h('p', { class: 'dim' }, 'What waits, by the capabilities it requires, and whether somebody offers them.'), h(Trouble, { trouble }),
    sorted.length === 0 ? h('p', { class: 'card why fine' }, 'Nothing waits.')
      : h('div', { class: 'card scroll' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Requires'), h('th', { class: 'n' }, 'Tasks waiting'), h('th', {}, ''), h('th', {}, 'Waiting since'), h('th', {}, 'Who can do it'))),
        h('tbody', {}, sorted.map(queue => h('tr', { key: queue.requires.join() }, h('td', {}, queue.requires.length ? queue.requires.map(name => [h('span', { class: 'badge' }, name), ' ']) : h('span', { class: 'dim' }, 'nothing special')), h('td', { class: 'n' }, count(queue.tasks)),
          h('td', { style: { minWidth: '8rem' } }, h('div', { class: 'bar' }, h('i', { class: queue.offered ? 'run' : 'bad', style: { width: `${100 * queue.tasks / most}%` } }))),
          h('td', { 'data-label': 'since' }, queue.oldestRun ? [ago(queue.since), ' (', h('a', { href: `#/runs/${queue.oldestRun}` }, `run ${queue.oldestRun}`), ')'] : '–'),
          h('td', {}, queue.offered ? h('span', { class: 'SUCCEEDED' }, 'agents that are present') : queue.onDemand ? h('span', { class: 'QUEUED' }, 'machines are made for it') : h('span', { class: 'FAILED' }, 'nobody: start an agent that offers it'))))))));
}

export function Fleet({ about }) {
  const [now, trouble, again] = useAnswer(async signal => {
    const [server, agents, queues, setups, machines, history] = await Promise.all(['/server', '/agents', '/queues', '/setups', '/machines?limit=200&state=' + PRESENT, '/history?points=240'].map(path => get(path, signal)));
    return { server, agents: agents.items, queues: queues.items, setups, machines: machines.items, history: history.items, elasticity: history.elasticity };
  }, [], EVERY);
  if (!now) return h(Loading, { what: 'looking at the fleet', trouble });
  const slots = now.agents.reduce((sum, agent) => sum + agent.slots, 0);
  const began = Date.parse(now.history[0]?.at ?? 0);
  const line = (name, style, value) => ({ name, style, points: now.history.map(point => [(Date.parse(point.at) - began) / 1000, value(point)]) });
  const time = seconds => new Date(began + 1000 * seconds).toLocaleTimeString();
  const machines = now.server.makesMachines;
  const chart = (heading, lines, options) => h('section', { class: 'card' }, h('h2', {}, heading), h(Picture, { make: width => curves(lines, { time, step: true, width, ...options }), needs: [now] }));
  const wanted = (key, name) => [line('tasks that wait or run', 's7', point => point[key][name]?.[0] ?? 0), line('slots that are there for them', 's1', point => point[key][name]?.[1] ?? 0)];
  const owners = [...new Set(now.history.flatMap(point => Object.keys(point.owners)))].sort();
  return h('div', { 'data-ready': 'fleet' }, h('h1', {}, 'Fleet'), h(Trouble, { trouble }),
    h('div', { class: 'tiles' }, h(Tile, { label: 'agents', value: count(now.agents.length) }), h(Tile, { label: 'slots', value: count(slots) }), h(Tile, { label: 'tasks running', value: count(now.server.running) }), h(Tile, { label: 'tasks waiting', value: count(now.server.queued) }),
      machines && [h(Tile, { label: SUPPLIES.map(name => `${now.machines.filter(machine => machine.supply === name).length} ${name}`).join(', '), value: `${count(now.machines.length)} machines` }), h(Tile, { label: 'cost per hour', value: perHour(now.machines), title: 'of the machines that are present' })]),
    h('div', { class: 'grid' },
      chart('Supply and demand', [line('slots there are', 's1', point => point.slots), line('tasks running', 's0', point => point.running), line('tasks waiting', 's7', point => point.queued)]),
      machines && chart('Machines', SUPPLIES.map((name, i) => line(name, 's' + [7, 1, 0, 8][i], point => point.machines[name] ?? 0))),
      machines && h(Money, { owner: about.owner, perHour: chart('Cost per hour', [line('of the machines there are', 's2', point => point.costPerHour)], { shown: money }) })),
    machines && h(Decisions),
    owners.length > 0 && h('section', { class: 'card' }, h('h2', {}, 'Supply and demand of each user'), h(Picture, { make: () => elasticity(now.elasticity), needs: [now] }),
      h('div', { class: 'grid' }, owners.slice(0, MOST_PICTURES).map(name => h('div', { key: name }, h('h3', {}, name), h(Picture, { make: width => curves(wanted('owners', name), { time, step: true, width, height: 150 }), needs: [now] }))))),
    machines && h('section', { class: 'card' }, h('h2', {}, 'Supply and demand of each type of machine'),
      h('div', { class: 'grid' }, now.setups.items.slice(0, MOST_PICTURES).map(setup => h('div', { key: setup.id }, h('h3', {}, setup.id), h(Picture, { make: width => curves(wanted('setups', setup.id), { time, step: true, width, height: 150 }), needs: [now] }))))),
    h(Setups, { setups: now.setups, machines: now.machines, demand: now.queues }),
    h(Machines, { machines: now.machines, about, again }));
}

const SUPPLIES = ['booting', 'idle', 'busy', 'draining'];
const MOST_PICTURES = 12;

// Budgets and what was spent in each interval, where the server keeps books.
function Money({ owner: mine, perHour }) {
  const [chosen, setChosen] = useState(null);
  const [books] = useAnswer(async signal => {
    const budgets = (await get('/budgets', signal).catch(() => null))?.items ?? [];
    const whose = budgets.find(each => each.owner === (chosen ?? mine)) ?? budgets[0];
    const interval = whose?.interval ?? 3600;
    const from = new Date(Date.now() - MOST_INTERVALS * 1000 * interval).toISOString();
    const ledger = await get('/ledger' + query({ from, interval: `${interval}s`, owner: whose?.owner }), signal).catch(() => null);
    return { budgets, whose, interval, ledger: ledger?.items ?? [] };
  }, [chosen], 3 * EVERY);
  if (!books || books.budgets.length + books.ledger.length === 0) return perHour;
  const sums = new Map();
  for (const line of books.ledger) sums.set(Date.parse(line.from), (sums.get(Date.parse(line.from)) ?? 0) + Number(line.amount));
  const step = 1000 * books.interval, first = Math.min(...sums.keys()), last = Math.floor(Date.now() / step) * step;
  const points = [];
  for (let at = first; at <= last; at += step) points.push([(at - first) / 1000, sums.get(at) ?? 0]);
  if (points.length > 0) points.push([points.at(-1)[0] + books.interval, points.at(-1)[1]]);
  return [
    books.budgets.length === 0 ? perHour : h('section', { class: 'card scroll' }, h('h2', {}, 'Budgets'), h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Owner'), h('th', { class: 'n' }, 'Budget'), h('th', { class: 'n' }, 'Left'), h('th', {}, 'Taken'), h('th', {}, 'For each'))),
      h('tbody', {}, books.budgets.map(each => h('tr', { key: each.owner }, h('td', {}, each.owner), h('td', { class: 'n', 'data-label': 'budget' }, money(each.budget)), h('td', { class: 'n', 'data-label': 'left' }, money(each.left)),
        h('td', {}, h('div', { class: 'bar' }, h('i', { class: Number(each.left) > 0 ? 'run' : 'bad', style: { width: `${Math.min(100, 100 * (1 - Number(each.left) / Math.max(1e-9, Number(each.budget))))}%` } }))), h('td', {}, duration(each.interval))))))),
    h('section', { class: 'card', 'data-ready': 'money' }, h('div', { class: 'row between' }, h('h2', {}, `Paid in each ${duration(books.interval)}`),
      books.budgets.length > 1 && h('select', { 'aria-label': 'Owner', value: books.whose.owner, onChange: event => setChosen(event.target.value) }, books.budgets.map(each => h('option', { value: each.owner }, each.owner)))),
    h(Picture, { make: width => curves([{ name: books.whose ? `paid by ${books.whose.owner}` : 'paid', style: 's2', points }], { width, step: true, shown: money, time: seconds => new Date(first + 1000 * seconds).toLocaleTimeString(),
      limits: books.whose ? [{ name: `budget: ${money(books.whose.budget)}`, y: Number(books.whose.budget) }] : [] }), needs: [books] }))];
}
const MOST_INTERVALS = 120;

// The last decisions on machines, with their reasons.
const WORDS = { buy: ['made', 'RUNNING'], release: ['let go', 'CANCELLED'], refuse: ['not made', 'QUEUED'] };
function Decisions() {
  const [data] = useAnswer(signal => get('/decisions?limit=30', signal), [], EVERY);
  if (!data || data.items.length === 0) return null;
  return h('section', { class: 'card', 'data-ready': 'decisions' }, h('h2', {}, 'Last decisions'), h('div', { class: 'scroll low' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, ['When', 'What', 'Setup', 'For', 'Machine', 'Why'].map(name => h('th', {}, name)))),
    h('tbody', {}, data.items.map(each => h('tr', {}, h('td', { class: 'dim short', title: moment(each.at) }, each.what === 'refuse' ? 'now' : ago(each.at)), h('td', { class: 'short ' + WORDS[each.what]?.[1] }, WORDS[each.what]?.[0] ?? each.what), h('td', { class: 'name' }, each.setup ?? ''), h('td', { class: 'name' }, each.owner ?? ''), h('td', { class: 'name mono' }, each.machine ?? ''), h('td', { class: 'wide' }, each.why)))))));
}

const PRESENT = 'CREATING,PROVISIONING,RUNNING,DRAINING,DESTROYING';

function perHour(machines) {
  const price = machines.reduce((sum, machine) => sum + (Number.parseFloat(machine.price) || 0) * 3600 / Math.max(1, machine.billingInterval || 3600), 0);
  return price.toFixed(2);
}

function Setups({ setups, machines, demand }) {
  if (setups.items.length === 0) return h('p', { class: 'card' }, 'This server makes no machines. Start it with ', h('code', {}, '--setups FILE'), ' to have them made on demand.');
  return h('section', { class: 'card scroll' }, h('h2', {}, 'Setups'), setups.trouble && h('p', { class: 'FAILED', role: 'alert' }, setups.trouble),
    h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Setup'), h('th', {}, 'Offers'), h('th', { class: 'n' }, 'Wanted by'), h('th', { class: 'n' }, 'Machines'), SUPPLIES.map(name => h('th', { class: 'n' }, name)), h('th', { class: 'n' }, 'Price'), h('th', {}, 'Trouble'))),
      h('tbody', {}, setups.items.map(setup => {
        const mine = machines.filter(machine => machine.setup === setup.id);
        const wanted = demand.filter(queue => queue.requires.every(name => setup.providedCapabilities.includes(name))).reduce((sum, queue) => sum + queue.tasks, 0);
        return h('tr', { key: setup.id }, h('td', { class: 'name' }, setup.id), h('td', {}, setup.providedCapabilities.join(', ')), h('td', { class: 'n', 'data-label': 'wanted by' }, count(wanted)), h('td', { class: 'n', 'data-label': 'machines' }, `${mine.length} of ${setup.maxVMs}`),
          SUPPLIES.map(name => h('td', { class: 'n', 'data-label': name }, mine.filter(machine => machine.supply === name).length || '')), h('td', { class: 'n' }, setup.price), h('td', { class: 'FAILED' }, setup.lastFailure ?? ''));
      }))));
}

function Machines({ machines, about, again }) {
  if (machines.length === 0) return null;
  const act = async (machine, path, question) => {
    if (await confirmed(question, 'Do it') && await attempt(() => post(`/machines/${encodeURIComponent(machine.id)}/${path}`), path === 'drain' ? 'drains' : 'is being stopped')) again();
  };
  return h('section', { class: 'card scroll' }, h('h2', {}, 'Machines'), h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, ['Machine', 'Setup', 'State', 'Does', 'Made', 'Why', ''].map(name => h('th', {}, name)))),
    h('tbody', {}, machines.map(machine => h('tr', { key: machine.id }, h('td', { class: 'name mono' }, machine.id), h('td', {}, machine.setup), h('td', {}, h(Badge, { state: machine.state })), h('td', {}, machine.supply, machine.holds ? ` (${machine.holds} tasks)` : ''), h('td', { class: 'dim', title: moment(machine.created) }, ago(machine.created)), h('td', { class: 'name', title: machine.reason ?? machine.wanted }, machine.reason || machine.wanted),
      h('td', {}, about.role === 'admin' && [h('button', { 'aria-label': `Drain machine ${machine.id}`, onClick: () => act(machine, 'drain', `Drain machine ${machine.id}? It finishes what it runs, then it ends.`) }, 'Drain'), ' ', h('button', { class: 'bad', 'aria-label': `Stop machine ${machine.id}`, onClick: () => act(machine, 'stop', `Stop machine ${machine.id} at once? What it runs is done again elsewhere.`) }, 'Stop')]))))));
}
