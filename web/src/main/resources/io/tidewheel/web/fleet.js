// Supply and demand, the machines that are made on demand, and what they cost.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get, post } from './api.js';
import {
  ago,
  attempt,
  Badge,
  Bar,
  confirmed,
  EVERY,
  Loading,
  moment,
  Picture,
  ProblemText,
  Tile,
  useAnswer,
} from './parts.js';
import { curves, elasticity } from './curves.js';
import { count, duration, money } from './numbers.js';
/** @import { CurveOptions, Point, Series } from './curves.js' */
/** @import { VNode } from './preact.js' */
/** @import { PageProperties } from './parts.js' */

const SUPPLIES = ['booting', 'idle', 'busy', 'draining'];

const MOST_PICTURES = 12;

const MOST_INTERVALS = 120;

const PRESENT = 'CREATING,PROVISIONING,RUNNING,DRAINING,DESTROYING';

/** @param {PageProperties} properties */
export function FleetPage({ about }) {
  const [now, problem, again] = useAnswer(
    async signal => {
      const [server, agents, queues, setups, machines, history] = await Promise.all([
        get('/server', signal),
        get('/agents', signal),
        get('/queues', signal),
        get('/setups', signal),
        get('/machines', signal, { limit: 200, state: PRESENT }),
        get('/history', signal, { points: 240 }),
      ]);
      return {
        server,
        agents: agents.items,
        queues: queues.items,
        setups,
        machines: machines.items,
        history: history.items,
        elasticity: history.elasticity,
      };
    },
    [],
    EVERY,
  );
  if (!now) return h(Loading, { what: 'looking at the fleet', problem });
  const slots = now.agents.reduce((sum, agent) => sum + agent.slots, 0);
  const began = Date.parse(now.history[0]?.at);
  /**
   * @param {string} name
   * @param {string} style
   * @param {(point: Answer.Load) => number} value
   * @returns {Series}
   */
  const line = (name, style, value) => ({
    name,
    style,
    points: now.history.map(point => [(Date.parse(point.at) - began) / 1000, value(point)]),
  });
  /** @param {number} seconds */
  const time = seconds => new Date(began + 1000 * seconds).toLocaleTimeString();
  const machines = now.server.makesMachines;
  /**
   * @param {string} heading
   * @param {Series[]} lines
   * @param {CurveOptions} [options]
   */
  const chart = (heading, lines, options) =>
    h(
      'section',
      { class: 'card' },
      h('h2', {}, heading),
      h(Picture, { make: width => curves(lines, { time, step: true, width, ...options }), needs: [now] }),
    );
  /**
   * @param {'owners' | 'setups'} key
   * @param {string} name
   */
  const wanted = (key, name) => [
    line('tasks that wait or run', 's7', point => point[key][name]?.[0] ?? 0),
    line('slots that are there for them', 's1', point => point[key][name]?.[1] ?? 0),
  ];
  const owners = [...new Set(now.history.flatMap(point => Object.keys(point.owners)))].sort();
  return h(
    'div',
    { 'data-ready': 'fleet' },
    h('h1', {}, 'Fleet'),
    h(ProblemText, { problem }),
    h(
      'div',
      { class: 'tiles' },
      h(Tile, { label: 'agents', value: count(now.agents.length) }),
      h(Tile, { label: 'slots', value: count(slots) }),
      h(Tile, { label: 'tasks running', value: count(now.server.running) }),
      h(Tile, { label: 'tasks waiting', value: count(now.server.queued) }),
      machines && [
        h(Tile, {
          label: SUPPLIES.map(name => `${now.machines.filter(machine => machine.supply === name).length} ${name}`).join(
            ', ',
          ),
          value: `${count(now.machines.length)} machines`,
        }),
        h(Tile, { label: 'cost per hour', value: perHour(now.machines), title: 'of the machines that are present' }),
      ],
    ),
    h(
      'div',
      { class: 'grid' },
      chart('Supply and demand', [
        line('slots there are', 's1', point => point.slots),
        line('tasks running', 's0', point => point.running),
        line('tasks waiting', 's7', point => point.queued),
      ]),
      machines &&
        chart(
          'Machines',
          SUPPLIES.map((name, i) => line(name, 's' + [7, 1, 0, 8][i], point => point.machines[name] ?? 0)),
        ),
      machines &&
        h(FleetMoney, {
          owner: about.owner,
          perHour: chart('Cost per hour', [line('of the machines there are', 's2', point => point.costPerHour)], {
            shown: money,
          }),
        }),
    ),
    machines && h(FleetDecisions),
    owners.length > 0 &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Supply and demand of each user'),
        h(Picture, { make: () => elasticity(now.elasticity), needs: [now] }),
        h(
          'div',
          { class: 'grid' },
          owners
            .slice(0, MOST_PICTURES)
            .map(name =>
              h(
                'div',
                { key: name },
                h('h3', {}, name),
                h(Picture, {
                  make: width => curves(wanted('owners', name), { time, step: true, width, height: 150 }),
                  needs: [now],
                }),
              ),
            ),
        ),
      ),
    machines &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Supply and demand of each type of machine'),
        h(
          'div',
          { class: 'grid' },
          now.setups.items
            .slice(0, MOST_PICTURES)
            .map(setup =>
              h(
                'div',
                { key: setup.id },
                h('h3', {}, setup.id),
                h(Picture, {
                  make: width => curves(wanted('setups', setup.id), { time, step: true, width, height: 150 }),
                  needs: [now],
                }),
              ),
            ),
        ),
      ),
    h(FleetSetups, { setups: now.setups, machines: now.machines, demand: now.queues }),
    h(FleetMachines, { machines: now.machines, about, again }),
  );
}

// Budgets and what was spent in each interval, where the server keeps books.
/** @param {{ owner: string, perHour: VNode }} properties */
function FleetMoney({ owner: mine, perHour }) {
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [books] = useAnswer(
    async signal => {
      const budgets = (await get('/budgets', signal).catch(() => null))?.items ?? [];
      /** @type {Answer.Budget | undefined} */
      const whose = budgets.find(each => each.owner === (chosen ?? mine)) ?? budgets[0];
      const interval = whose?.interval ?? 3600;
      const from = new Date(Date.now() - MOST_INTERVALS * 1000 * interval).toISOString();
      const ledger = await get('/ledger', signal, { from, interval: `${interval}s`, owner: whose?.owner }).catch(
        () => null,
      );
      return { budgets, whose, interval, ledger: ledger?.items ?? [] };
    },
    [chosen],
    3 * EVERY,
  );
  if (!books || books.budgets.length + books.ledger.length === 0) return perHour;
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const line of books.ledger)
    sums.set(Date.parse(line.from), (sums.get(Date.parse(line.from)) ?? 0) + Number(line.amount));
  const step = 1000 * books.interval;
  const first = Math.min(...sums.keys());
  const last = Math.floor(Date.now() / step) * step;
  /** @type {Point[]} */
  const points = [];
  for (let at = first; at <= last; at += step) points.push([(at - first) / 1000, sums.get(at) ?? 0]);
  const end = points.at(-1);
  if (end) points.push([end[0] + books.interval, end[1]]);
  return [
    books.budgets.length === 0
      ? perHour
      : h(
          'section',
          { class: 'card scroll' },
          h('h2', {}, 'Budgets'),
          h(
            'table',
            { class: 'stack' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                h('th', {}, 'Owner'),
                h('th', { class: 'n' }, 'Budget'),
                h('th', { class: 'n' }, 'Left'),
                h('th', {}, 'Taken'),
                h('th', {}, 'For each'),
              ),
            ),
            h(
              'tbody',
              {},
              books.budgets.map(each =>
                h(
                  'tr',
                  { key: each.owner },
                  h('td', {}, each.owner),
                  h('td', { class: 'n', 'data-label': 'budget' }, money(each.budget)),
                  h('td', { class: 'n', 'data-label': 'left' }, money(each.left)),
                  h(
                    'td',
                    {},
                    h(Bar, {
                      part: 1 - Number(each.left) / Math.max(1e-9, Number(each.budget)),
                      style: Number(each.left) > 0 ? 'run' : 'bad',
                    }),
                  ),
                  h('td', {}, duration(each.interval)),
                ),
              ),
            ),
          ),
        ),
    h(
      'section',
      { class: 'card', 'data-ready': 'money' },
      h(
        'div',
        { class: 'row between' },
        h('h2', {}, `Paid in each ${duration(books.interval)}`),
        books.budgets.length > 1 &&
          h(
            'select',
            {
              'aria-label': 'Owner',
              value: books.whose.owner,
              onChange: event => setChosen(event.currentTarget.value),
            },
            books.budgets.map(each => h('option', { value: each.owner }, each.owner)),
          ),
      ),
      h(Picture, {
        make: width =>
          curves([{ name: books.whose ? `paid by ${books.whose.owner}` : 'paid', style: 's2', points }], {
            width,
            step: true,
            shown: money,
            time: seconds => new Date(first + 1000 * seconds).toLocaleTimeString(),
            limits: books.whose
              ? [{ name: `budget: ${money(books.whose.budget)}`, y: Number(books.whose.budget) }]
              : [],
          }),
        needs: [books],
      }),
    ),
  ];
}

// The last decisions on machines, with their reasons.
const WORDS = { buy: ['made', 'RUNNING'], release: ['let go', 'CANCELLED'], refuse: ['not made', 'QUEUED'] };

function FleetDecisions() {
  const [data] = useAnswer(signal => get('/decisions', signal, { limit: 30 }), [], EVERY);
  if (!data || data.items.length === 0) return null;
  return h(
    'section',
    { class: 'card', 'data-ready': 'decisions' },
    h('h2', {}, 'Last decisions'),
    h(
      'div',
      { class: 'scroll low' },
      h(
        'table',
        { class: 'stack' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['When', 'What', 'Setup', 'For', 'Machine', 'Why'].map(name => h('th', {}, name)),
          ),
        ),
        h(
          'tbody',
          {},
          data.items.map(each =>
            h(
              'tr',
              {},
              h('td', { class: 'dim short', title: moment(each.at) }, each.what === 'refuse' ? 'now' : ago(each.at)),
              h('td', { class: 'short ' + WORDS[each.what]?.[1] }, WORDS[each.what]?.[0] ?? each.what),
              h('td', { class: 'name' }, each.setup ?? ''),
              h('td', { class: 'name' }, each.owner ?? ''),
              h('td', { class: 'name mono' }, each.machine ?? ''),
              h('td', { class: 'wide' }, each.why),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Answer.Machine[]} machines */
function perHour(machines) {
  const price = machines.reduce(
    (sum, machine) =>
      sum + ((Number.parseFloat(machine.price) || 0) * 3600) / Math.max(1, machine.billingInterval || 3600),
    0,
  );
  return price.toFixed(2);
}

/** @param {{ setups: Answer.Setups, machines: Answer.Machine[], demand: Answer.Queue[] }} properties */
function FleetSetups({ setups, machines, demand }) {
  if (setups.items.length === 0)
    return h(
      'p',
      { class: 'card' },
      'This server makes no machines. Start it with ',
      h('code', {}, '--setups FILE'),
      ' to have them made on demand.',
    );
  return h(
    'section',
    { class: 'card scroll' },
    h('h2', {}, 'Setups'),
    setups.trouble && h('p', { class: 'FAILED', role: 'alert' }, setups.trouble),
    h(
      'table',
      { class: 'stack' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {}, 'Setup'),
          h('th', {}, 'Offers'),
          h('th', { class: 'n' }, 'Wanted by'),
          h('th', { class: 'n' }, 'Machines'),
          SUPPLIES.map(name => h('th', { class: 'n' }, name)),
          h('th', { class: 'n' }, 'Price'),
          h('th', {}, 'Trouble'),
        ),
      ),
      h(
        'tbody',
        {},
        setups.items.map(setup => {
          const mine = machines.filter(machine => machine.setup === setup.id);
          const wanted = demand
            .filter(queue => queue.requires.every(name => setup.providedCapabilities.includes(name)))
            .reduce((sum, queue) => sum + queue.tasks, 0);
          return h(
            'tr',
            { key: setup.id },
            h('td', { class: 'name' }, setup.id),
            h('td', {}, setup.providedCapabilities.join(', ')),
            h('td', { class: 'n', 'data-label': 'wanted by' }, count(wanted)),
            h('td', { class: 'n', 'data-label': 'machines' }, `${mine.length} of ${setup.maxVMs}`),
            SUPPLIES.map(name =>
              h('td', { class: 'n', 'data-label': name }, mine.filter(machine => machine.supply === name).length || ''),
            ),
            h('td', { class: 'n' }, setup.price),
            h('td', { class: 'FAILED' }, setup.lastFailure ?? ''),
          );
        }),
      ),
    ),
  );
}

/** @param {{ machines: Answer.Machine[], about: Answer.Server, again: () => void }} properties */
function FleetMachines({ machines, about, again }) {
  if (machines.length === 0) return null;
  /**
   * @param {Answer.Machine} machine
   * @param {'drain' | 'stop'} path
   * @param {string} question
   */
  const act = async (machine, path, question) => {
    if (
      (await confirmed(question, 'Do it')) &&
      (await attempt(
        () => post(`/machines/${encodeURIComponent(machine.id)}/${path}`),
        path === 'drain' ? 'drains' : 'is being stopped',
      ))
    )
      again();
  };
  return h(
    'section',
    { class: 'card scroll' },
    h('h2', {}, 'Machines'),
    h(
      'table',
      { class: 'stack' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Machine', 'Setup', 'State', 'Does', 'Made', 'Why', ''].map(name => h('th', {}, name)),
        ),
      ),
      h(
        'tbody',
        {},
        machines.map(machine =>
          h(
            'tr',
            { key: machine.id },
            h('td', { class: 'name mono' }, machine.id),
            h('td', {}, machine.setup),
            h('td', {}, h(Badge, { state: machine.state })),
            h('td', {}, machine.supply, machine.holds ? ` (${machine.holds} tasks)` : ''),
            h('td', { class: 'dim', title: moment(machine.created) }, ago(machine.created)),
            h('td', { class: 'name', title: machine.reason ?? machine.wanted }, machine.reason || machine.wanted),
            h(
              'td',
              {},
              about.role === 'admin' && [
                h(
                  'button',
                  {
                    'aria-label': `Drain machine ${machine.id}`,
                    onClick: () =>
                      act(machine, 'drain', `Drain machine ${machine.id}? It finishes what it runs, then it ends.`),
                  },
                  'Drain',
                ),
                ' ',
                h(
                  'button',
                  {
                    class: 'bad',
                    'aria-label': `Stop machine ${machine.id}`,
                    onClick: () =>
                      act(machine, 'stop', `Stop machine ${machine.id} at once? What it runs is done again elsewhere.`),
                  },
                  'Stop',
                ),
              ],
            ),
          ),
        ),
      ),
    ),
  );
}
