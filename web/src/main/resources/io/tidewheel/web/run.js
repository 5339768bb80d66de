// One run: how it stands, why it waits, what its agents did, its tasks, their output, and what can be done to it.
import { h } from './preact.js';
import { useEffect, useState } from './hooks.js';
import { blob, events, get, post, query, stream, text } from './api.js';
import { ago, attempt, Badge, confirmed, isOver, lasted, Loading, LogText, moment, Picture, plain, Progress, slack, Tile, Trouble, useAnswer } from './parts.js';
import { boxes, bytes, costs, count, curves, duration, elasticity, failedAttempts, graph, machineTable, MEASURES, money, supply, timeline } from './draw.js';
import { Job } from './job.js';

// While it goes on, pictures are drawn anew so often.
const REFRESH = 2_500;

export function Run({ path, query: wanted, about }) {
  const id = path[1];
  const [loaded, trouble, again] = useAnswer(signal => get(`/runs/${encodeURIComponent(id)}`, signal), [id]);
  const [live, setLive] = useState({});
  const [jobs] = useAnswer(async signal => loaded?.kind === 'workflow' ? get(`/runs/${loaded.id}/jobs?limit=2`, signal) : null, [id, loaded?.kind, loaded?.state], loaded?.kind === 'workflow' && !isOver(loaded) ? 2 * REFRESH : 0);
  useEffect(() => {
    const aborting = new AbortController();
    let timer = null, last = null;
    setLive({});
    events(`/runs/${encodeURIComponent(id)}/events`, aborting.signal, run => {
      last = run;
      timer ??= setTimeout(() => { timer = null; setLive(last); }, 250);
      // The end brings more than events tell: when, why, and how long.
      if (isOver(run)) { aborting.abort(); clearTimeout(timer); setLive(run); again(); }
    });
    return () => { aborting.abort(); clearTimeout(timer); };
  }, [id]);
  if (!loaded) return h(Loading, { what: `looking for run ${id}`, trouble });
  const over = isOver(loaded);
  const run = over ? loaded : { ...loaded, ...live };
  if (!over && live.size !== undefined) run.queued = Math.max(0, live.size - live.running - live.succeeded - live.failed - live.cancelled);
  const workflow = run.kind === 'workflow';
  const tab = path[2] ?? 'overview';
  const tabs = [['overview', 'Overview'], ...(run.kind === 'job' || jobs?.items.length > 0 ? [['job', jobs?.items.length > 1 ? 'Jobs' : 'Job']] : []), ['timeline', 'Timeline'], ...(workflow ? [['graph', 'Graph']] : []), ['tasks', workflow ? 'Chains' : 'Tasks'], ['logs', 'Output'], ['results', 'Results'], ['figures', 'Figures'], ...(about.makesMachines ? [['cost', 'Cost']] : []), ...(over ? [['whatif', 'What if']] : []), ...(workflow ? [['source', 'Source']] : [])];
  const page = { overview: Overview, job: Job, timeline: Timeline, graph: Graph, tasks: path[3] !== undefined ? Task : Tasks, logs: Logs, results: Results, figures: Figures, cost: Cost, whatif: WhatIf, source: Source }[tab];
  return h('div', { 'data-ready': 'run' },
    h(Head, { run, about, again }),
    h('nav', { class: 'tabs', 'aria-label': 'Parts of the run' }, tabs.map(([key, label]) => h('a', { href: `#/runs/${id}/${key}`, 'aria-current': key === tab ? 'page' : undefined }, label))),
    page ? h(page, { key: tab + (path[3] ?? ''), run, index: path[3], wanted, about }) : h('p', {}, 'There is no such part.'));
}

function Head({ run, about, again }) {
  const over = isOver(run);
  return h('section', { class: 'card', 'aria-label': 'Summary' },
    h('div', { class: 'row between' },
      h('div', {}, h('h1', {}, run.name), h('span', { class: 'dim' }, `run ${run.id} · ${run.kind} · ${run.owner}`, run.retryOf && [' · retry of ', h('a', { href: `#/runs/${run.retryOf}` }, run.retryOf)],
        Object.entries(run.labels ?? {}).map(([key, value]) => h('a', { class: 'small', href: '#/runs' + query({ label: `${key}=${value}` }) }, ` · ${key}=${value}`)))),
      about.role !== 'read-only' && h(Actions, { run, again })),
    h(Progress, { run, big: true }),
    run.undone && h('ul', { class: 'small', 'data-ready': 'undone' }, run.undone.map(each => h('li', { class: 'FAILED' }, `${each.action} was not done: ${each.reason}`))),
    h('div', { class: 'row' }, h(Badge, { state: run.held && !over ? 'HELD' : run.state }), run.reason && h('span', { class: 'dim' }, run.reason.toLowerCase().replaceAll('_', ' ')),
      run.iterations !== undefined && h('span', {}, `${count(run.stored)} of ${count(run.iterations)} iterations`),
      h('span', {}, `${count(run.succeeded)} succeeded`), h('span', { class: run.failed ? 'FAILED' : 'dim' }, `${count(run.failed)} failed`), run.cancelled > 0 && h('span', {}, `${count(run.cancelled)} ${run.kind === 'job' && run.state === 'SUCCEEDED' ? 'not needed' : 'cancelled'}`),
      !over && h('span', { class: 'RUNNING' }, `${count(run.running)} running`), !over && h('span', {}, `${count(run.queued)} waiting`),
      h('span', { class: 'dim' }, `of ${count(run.size)}`), h('span', { class: 'dim', title: moment(run.created) }, `submitted ${ago(run.created)}`), h('span', { class: 'dim' }, `took ${lasted(run)}`),
      !over && run.eta && h('span', { class: 'dim' }, `done in about ${duration((Date.parse(run.eta) - Date.now()) / 1000)}`), slack(run), h('span', { class: 'dim' }, `priority ${run.priority}`)));
}

function Actions({ run, again }) {
  const act = async (path, said, body, question, yes) => {
    if (question && !await confirmed(question, yes)) return;
    if (await attempt(() => post(`/runs/${run.id}/${path}`, body), said)) again();
  };
  const retry = async () => {
    await attempt(async () => {
      const made = await post(`/runs/${run.id}/retry`, { failed: true }, true);
      location.hash = `/runs/${made.id}`;
      return made;
    }, made => `run ${made.id} does again what did not succeed`);
  };
  const over = isOver(run);
  if (over) return h('div', { class: 'row' }, h(ReportLink, { run }), run.state !== 'SUCCEEDED' && h('button', { class: 'main', onClick: retry }, 'Retry failed'));
  return h('div', { class: 'row' },
    h(ReportLink, { run }),
    h(Priority, { run, act }),
    run.held ? h('button', { onClick: () => act('release', 'released', {}) }, 'Release') : h('button', { onClick: () => act('hold', 'held: nothing more of it is started', {}) }, 'Hold'),
    h('button', { class: 'bad', onClick: () => act('cancel', 'is being cancelled', {}, `Cancel run ${run.id}? What runs is asked to end; what waits is not started.`, 'Cancel it') }, 'Cancel'),
    run.state === 'CANCELLING' && h('button', { class: 'bad', onClick: () => act('kill', 'killed', {}, `Kill run ${run.id} at once?`, 'Kill it') }, 'Kill'));
}

// One file that needs no server, to be kept or shown to others.
function ReportLink({ run }) {
  const save = () => attempt(async () => {
    const data = await text(`/runs/${run.id}/report?format=html`);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data], { type: 'text/html' }));
    link.download = `run-${run.id}.html`;
    link.click();
    URL.revokeObjectURL(link.href);
  }, `saved as run-${run.id}.html`);
  return h('button', { onClick: save, title: 'Save this run as one file that needs no server' }, 'Report');
}

function Priority({ run, act }) {
  const [value, setValue] = useState(run.priority);
  useEffect(() => setValue(run.priority), [run.priority]);
  return h('form', { class: 'row', onSubmit: event => { event.preventDefault(); act('priority', `priority is ${value}`, { priority: Number(value) }); } },
    h('input', { type: 'number', 'aria-label': 'Priority', step: 1, min: -1000000, max: 1000000, value, style: { width: '6rem' }, onInput: event => setValue(event.target.value) }),
    Number(value) !== run.priority && h('button', {}, 'Set priority'));
}

function Why({ path, run, needs }) {
  const [why, trouble] = useAnswer(signal => get(path, signal), needs, isOver(run) ? 0 : REFRESH);
  if (!why) return trouble ? h(Trouble, { trouble }) : null;
  const style = why.waiting ? 'why' : why.state === 'FAILED' || why.state === 'CANCELLED' ? 'why broken' : 'why fine';
  return h('section', { class: 'card ' + style, 'data-ready': 'why' }, h('h2', {}, why.waiting ? 'Why it waits' : 'How it stands'), h('p', {}, why.sentence),
    (why.reasons ?? []).length > 1 && h('ul', {}, why.reasons.map(cause => h('li', {}, cause.tasks !== undefined ? `${count(cause.tasks)}: ` : '', cause.text))),
    why.remedy && h('p', {}, h('strong', {}, 'What to do: '), why.remedy));
}

function Overview({ run, about }) {
  const every = isOver(run) ? 0 : REFRESH;
  const [cost] = useAnswer(signal => about.makesMachines ? get(`/runs/${run.id}/cost`, signal).catch(() => null) : null, [run.id, run.state], 4 * every);
  const [figures, trouble] = useAnswer(signal => get(`/runs/${run.id}/statistics`, signal), [run.id, run.state], every);
  return h('div', {},
    h(Why, { path: `/runs/${run.id}/explain`, run, needs: [run.id, run.state, run.held] }),
    h(Trouble, { trouble }),
    figures && h('div', { class: 'tiles', 'data-ready': 'figures' },
      h(Tile, { label: 'took', value: duration(figures.seconds) }),
      h(Tile, { label: 'tasks per second', value: count((run.succeeded + run.failed) / figures.seconds) }),
      h(Tile, { label: 'agents', value: count(figures.agentsInAll) }),
      h(Tile, { label: 'attempts', value: count(figures.attempts), title: `of ${count(figures.looked)} tasks` }),
      h(Tile, { label: 'tasks that were retried', value: count(figures.retried) }),
      h(Tile, { label: 'attempts lost with an agent', value: count(figures.lost) }),
      h(Tile, { label: 'output kept', value: bytes(run.logBytes) }),
      cost?.intervals && h(Tile, { label: 'cost', value: money(cost.amount), title: `of this, for idle machines: ${cost.idle}` })),
    h(TimelinePart, { run, rows: 24 }),
    figures && h(Failures, { run, figures }));
}

// What it has cost, with the lines of budget and deadline, and for which machines.
function Cost({ run }) {
  const [cost, trouble] = useAnswer(signal => get(`/runs/${run.id}/cost`, signal), [run.id, run.state], isOver(run) ? 0 : 2 * REFRESH);
  if (!cost) return h(Loading, { what: 'adding up', trouble });
  return h('div', { 'data-ready': 'cost' },
    h('div', { class: 'tiles' },
      h(Tile, { label: 'cost', value: money(cost.amount), title: cost.amount }), h(Tile, { label: 'of that for idle machines', value: money(cost.idle), title: cost.idle }), h(Tile, { label: 'machines used', value: count(cost.items.length) }),
      cost.runBudget && h(Tile, { label: 'budget of this run', value: money(cost.runBudget), title: cost.runBudget }), run.heldFor && h(Tile, { label: 'held for', value: run.heldFor.toLowerCase() }),
      cost.budget && h(Tile, { label: `budget of ${run.owner} in ${duration(cost.budget.interval)}`, value: money(cost.budget.amount) }), cost.budget && h(Tile, { label: 'of that left now', value: money(cost.budget.left) }),
      run.deadline && h(Tile, { label: 'deadline', value: slack(run) })),
    h('section', { class: 'card' }, h('h2', {}, 'Cost'), h(Picture, { make: width => costs(cost, run, run.finished ?? new Date().toISOString(), width), needs: [cost] })),
    cost.items.length > 0 && h('section', { class: 'card' }, h('h2', {}, 'Machines'), h(Picture, { make: () => machineTable(cost.items), needs: [cost] })));
}

const USUAL_POLICIES = ['leap', 'pfa-ma', 'pfa-ewma', 'plf', 'scf', 'on-demand'];

// As plays count it: waiting for machines is a part of it.
function sinceSubmission(run) {
  return (Date.parse(run.finished) - Date.parse(run.created)) / 1000;
}

// How it would have gone with other policies and budgets: what tidewheel replay tells.
function WhatIf({ run, wanted }) {
  const asked = { policy: wanted.get('policy') ?? 'leap,pfa-ma,plf,scf', budget: wanted.get('budget') ?? '', deadline: wanted.get('deadline') ?? '' };
  const [answer, trouble] = useAnswer(signal => get(`/runs/${run.id}/replay` + query(asked), signal), [run.id, JSON.stringify(asked)]);
  const [cost] = useAnswer(signal => get(`/runs/${run.id}/cost`, signal).catch(() => null), [run.id]);
  const chosen = asked.policy.split(',');
  const ask = event => {
    event.preventDefault();
    const form = new FormData(event.target);
    location.hash = `/runs/${run.id}/whatif` + query({ policy: form.getAll('policy').join(','), budget: form.get('budget').trim(), deadline: form.get('deadline').trim() });
  };
  return h('div', {},
    h('form', { class: 'card row', 'data-ready': 'asked', onSubmit: ask, key: JSON.stringify(asked) },
      h('fieldset', { class: 'row plain' }, h('legend', { class: 'dim small' }, 'Policies'), [...new Set([...USUAL_POLICIES, ...chosen])].filter(name => name).map(name => h('label', { class: 'small' }, h('input', { type: 'checkbox', name: 'policy', value: name, defaultChecked: chosen.includes(name) }), ' ', name))),
      h('label', { class: 'field' }, 'Budget per interval', h('input', { name: 'budget', size: 8, placeholder: 'any', defaultValue: asked.budget })), h('label', { class: 'field' }, 'Done within', h('input', { name: 'deadline', size: 8, placeholder: 'e.g. 30m', defaultValue: asked.deadline })),
      h('button', { class: 'main' }, 'Play it again')),
    trouble ? h(Trouble, { trouble }) : !answer ? h(Loading, { what: 'playing it again under virtual time' }) : h('div', { 'data-ready': 'whatif' },
      h('div', { class: 'grid' },
        h('section', { class: 'card' }, h('h2', {}, 'How long it would have taken, by budget'), h(Picture, { make: width => offers(answer, offer => offer.seconds, { width, shown: duration, limits: [{ name: 'really', y: sinceSubmission(run) }] }), needs: [answer] })),
        h('section', { class: 'card' }, h('h2', {}, 'What it would have cost, by budget'), h(Picture, { make: width => offers(answer, offer => Number(offer.cost), { width, shown: money, limits: cost?.intervals ? [{ name: 'really', y: Number(cost.amount) }] : [] }), needs: [answer, cost] }))),
      h('section', { class: 'card' }, h('h2', {}, 'Policies and budgets'), answer.conclusions?.map(line => h('p', {}, line)),
        h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Policy'), ['Budget', 'Takes', 'Costs'].map(name => h('th', { class: 'n' }, name)), asked.deadline && h('th', {}, 'In time'))),
          h('tbody', {}, h('tr', {}, h('td', { class: 'dim' }, 'as it really was'), h('td', { class: 'n' }, cost?.budget ? money(cost.budget.amount) : '–'), h('td', { class: 'n' }, duration(sinceSubmission(run))), h('td', { class: 'n' }, cost?.intervals ? money(cost.amount) : '–'), asked.deadline && h('td')),
            answer.offers.map(offer => h('tr', {}, h('td', { class: 'name' }, offer.policy, !offer.deployable && h('span', { class: 'dim small' }, ' (lab)')), h('td', { class: 'n' }, offer.budget), h('td', { class: 'n' }, duration(offer.seconds)), h('td', { class: 'n' }, offer.cost), asked.deadline && h('td', { class: offer.inTime ? 'SUCCEEDED' : 'FAILED' }, offer.inTime ? 'yes' : 'no')))))),
        h('p', { class: 'dim small' }, `${count(answer.tasks)} tasks, each as long as it really took; budgets are for each ${duration(answer.budgetIntervalSeconds)}. The same: `, h('code', {}, `tidewheel replay ${run.id} --policy ${asked.policy}${asked.budget && ` --budget ${asked.budget}`}${asked.deadline && ` --deadline ${asked.deadline}`}`)))));
}

function offers(answer, value, options) {
  const names = [...new Set(answer.offers.map(offer => offer.policy))];
  return curves(names.map((name, i) => ({ name, style: 's' + i % 12, points: answer.offers.filter(offer => offer.policy === name).map(offer => [Number(offer.budget), value(offer)]) })), { time: budget => money(budget), ...options });
}

function Failures({ run, figures }) {
  if (figures.causes.length === 0 && !figures.failedAttempts?.length) return null;
  return h('section', { class: 'card' }, h('h2', {}, 'What went wrong'),
    figures.causes.length > 0 && h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'State'), h('th', { class: 'n' }, 'Tasks'), h('th', {}, 'Why'), h('th', {}, 'Example'), h('th', {}, 'Last lines'))),
      h('tbody', {}, figures.causes.map(cause => h('tr', {}, h('td', {}, h(Badge, { state: cause.state })), h('td', { class: 'n' }, count(cause.tasks)),
        h('td', {}, cause.reasonText, cause.reason === 'EXIT_CODE' ? ` (${cause.exitCode})` : ''), h('td', {}, h('a', { href: `#/runs/${run.id}/tasks/${cause.example}` }, `task ${cause.example}`)),
        h('td', { class: 'pre mono', title: plain(cause.lastOutput ?? cause.message ?? '') }, plain((cause.lastOutput ?? cause.message ?? '').trim().split('\n').at(-1)))))))),
    figures.failedAttempts?.length > 0 && [h('h3', {}, 'Attempts that failed'), h(Picture, { make: () => failedAttempts(figures), needs: [figures] })],
    sampledText(figures));
}

function sampledText(data) {
  return data.looked < data.tasks && h('p', { class: 'dim small' }, `counted among ${count(data.looked)} of ${count(data.tasks)} tasks`);
}

function TimelinePart({ run, rows, from, to, skip, zoom }) {
  const width = Math.max(300, Math.min(1500, document.getElementById('main').clientWidth - 190));
  const [data, trouble] = useAnswer(signal => get(`/runs/${run.id}/timeline` + query({ width, rows, from, to, skip }), signal), [run.id, run.state, from, to, skip], isOver(run) || to ? 0 : REFRESH);
  if (!data) return h(Loading, { what: 'drawing', trouble });
  return h('section', { class: 'card', 'data-ready': 'timeline' }, h('h2', {}, 'What the agents did'),
    h(Picture, { make: () => timeline(data, { zoom, deadline: run.deadline, pick: index => { location.hash = `/runs/${run.id}/tasks/${index}`; } }), needs: [data] }),
    data.rowsAfter > 0 && h('p', { class: 'dim small' }, `${count(data.rowsAfter)} more lanes: `, h('a', { href: `#/runs/${run.id}/timeline` + query({ from, to, skip: Number(skip ?? 0) + data.rows.length }) }, 'show them')));
}

function Timeline({ run, wanted }) {
  const from = wanted.get('from'), to = wanted.get('to'), skip = wanted.get('skip');
  const go = (a, b) => { location.hash = `/runs/${run.id}/timeline` + query({ from: a.toFixed(3), to: b.toFixed(3) }); };
  const whole = () => { location.hash = `/runs/${run.id}/timeline`; };
  const length = ((run.finished ? Date.parse(run.finished) : Date.now()) - Date.parse(run.started ?? run.created)) / 1000;
  const a = Number(from ?? 0), b = Number(to ?? length), middle = (a + b) / 2, half = (b - a) / 2;
  const shift = by => { const step = by * half; go(Math.max(0, a + step), Math.max(0.001, b + step)); };
  return h('div', {},
    h('div', { class: 'row', role: 'group', 'aria-label': 'Part of the time' },
      h('button', { onClick: () => go(Math.max(0, middle - half / 2), middle + half / 2) }, 'Zoom in'), h('button', { onClick: () => (half * 2 >= length / 2 ? whole() : go(Math.max(0, middle - half * 2), middle + half * 2)), disabled: !to }, 'Zoom out'),
      h('button', { onClick: () => shift(-1), disabled: !to || a <= 0, 'aria-label': 'Earlier' }, '←'), h('button', { onClick: () => shift(1), disabled: !to, 'aria-label': 'Later' }, '→'), h('button', { onClick: whole, disabled: !to && !skip }, 'All of it'),
      h('span', { class: 'dim small' }, 'drag over a part to see it larger; click a task to see more of it')),
    h(TimelinePart, { run, rows: 120, from, to, skip, zoom: go }));
}

function Graph({ run }) {
  const [all, setAll] = useState(false);
  const [data, trouble] = useAnswer(signal => get(`/runs/${run.id}/graph`, signal), [run.id, run.state], isOver(run) ? 0 : REFRESH);
  if (!data) return h(Loading, { what: 'drawing', trouble });
  return h('section', { class: 'card', 'data-ready': 'graph' },
    h('div', { class: 'row between' }, h('h2', {}, 'Actions and what they wait for'), data.nodes.length > 60 && h('button', { onClick: () => setAll(!all), 'aria-pressed': all }, all ? 'Draw similar actions as one' : 'Draw every action')),
    h(Picture, { make: () => graph(data, { all, pick: node => { location.hash = `/runs/${run.id}/tasks` + query({ action: node.id.replace(/ #\d+$/, '') }); } }), needs: [data, all] }));
}

function Figures({ run }) {
  const [data, trouble] = useAnswer(signal => get(`/runs/${run.id}/statistics`, signal), [run.id, run.state], isOver(run) ? 0 : 2 * REFRESH);
  if (!data) return h(Loading, { what: 'counting', trouble });
  return h('div', { 'data-ready': 'boxes' },
    h('div', { class: 'grid' }, MEASURES.map(([key, label, shown]) => h('section', { class: 'card' }, h('h2', {}, `${label} per service`), h(Picture, { make: width => boxes(data.services, key, shown, width), needs: [data] })))),
    data.supply && h('section', { class: 'card' }, h('h2', {}, 'Supply and demand'), h(Picture, { make: width => supply(data, width), needs: [data] }), h(Picture, { make: () => elasticity([data.elasticity]), needs: [data] })),
    h('section', { class: 'card scroll' }, h('h2', {}, 'Agents'), h('table', {}, h('thead', {}, h('tr', {}, ['Agent', 'Host', 'Capabilities'].map(name => h('th', {}, name)), ['Slots', 'Tasks', 'Failed', 'Busy', 'Utilisation'].map(name => h('th', { class: 'n' }, name)))),
      h('tbody', {}, data.agents.map(agent => h('tr', {}, h('td', { class: 'name' }, agent.agent), h('td', { class: 'name' }, agent.host), h('td', {}, agent.capabilities.join(', ')), [count(agent.slots), count(agent.tasks), count(agent.failed), duration(agent.busySeconds), `${(100 * agent.utilisation).toFixed(0)} %`].map(value => h('td', { class: 'n' }, value))))))),
    h('section', { class: 'card scroll' }, h('h2', {}, 'What took longest'), h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'Task'), h('th', {}, 'Service'), h('th', { class: 'n' }, 'Took'), h('th', { class: 'n' }, 'Waited'), h('th', {}, 'Agent'))),
      h('tbody', {}, data.slowest.map(bar => h('tr', {}, h('td', {}, h('a', { href: `#/runs/${run.id}/tasks/${bar.index}` }, bar.index)), h('td', { class: 'name' }, bar.service), h('td', { class: 'n' }, duration(bar.seconds)), h('td', { class: 'n' }, duration(bar.waitSeconds)), h('td', {}, bar.agent)))))),
    sampledText(data));
}

const TASK_STATES = ['', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'];
function Tasks({ run, wanted }) {
  const state = wanted.get('state') ?? '', cursor = wanted.get('cursor'), from = wanted.get('from');
  const [page, trouble] = useAnswer(signal => get(`/runs/${run.id}/tasks` + query({ state, cursor, from: cursor ? undefined : from, limit: 50 }), signal), [run.id, run.state, state, cursor, from], isOver(run) ? 0 : REFRESH);
  const go = values => { location.hash = `/runs/${run.id}/tasks` + query(values); };
  return h('div', {},
    h('form', { class: 'row', onSubmit: event => { event.preventDefault(); go({ state, from: new FormData(event.target).get('from') }); } },
      h('select', { 'aria-label': 'State', value: state, onChange: event => go({ state: event.target.value }) }, TASK_STATES.map(value => h('option', { value }, value.toLowerCase() || 'all states'))),
      h('input', { type: 'number', name: 'from', min: 0, placeholder: 'from number', 'aria-label': 'From number', defaultValue: from ?? '' }), h('button', {}, 'Go')),
    h(Trouble, { trouble }),
    page && h('div', { class: 'card scroll' }, h('table', { class: 'stack', 'data-ready': 'tasks' },
      h('thead', {}, h('tr', {}, h('th', { class: 'n' }, 'Task'), h('th', {}, 'State'), h('th', {}, run.kind === 'workflow' ? 'Actions' : 'Parameter'), h('th', {}, 'Agent'), ['Attempt', 'Waited', 'Ran', 'CPU', 'Memory', 'Exit'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Message'))),
      h('tbody', {}, page.items.length === 0 ? h('tr', {}, h('td', { colspan: 11, class: 'dim' }, 'none')) : page.items.map(task => h('tr', { key: task.index },
        h('td', { class: 'n' }, h('a', { href: `#/runs/${run.id}/tasks/${task.index}` }, task.index)), h('td', {}, h(Badge, { state: task.state })),
        h('td', { class: 'name', title: task.parameter }, (task.actions ?? [task.parameter]).join(', ')), h('td', { class: 'name' }, task.agent ?? ''),
        [['attempt', task.attempt || ''], ['waited', task.waitSeconds === undefined ? '' : duration(task.waitSeconds)], ['ran', task.runSeconds === undefined ? '' : duration(task.runSeconds)], ['CPU', task.cpuSeconds === undefined ? '' : duration(task.cpuSeconds)], ['memory', task.peakMemoryBytes === undefined ? '' : bytes(task.peakMemoryBytes)], ['exit', task.exitCode ?? '']].map(([label, value]) => h('td', { class: 'n', 'data-label': value === '' ? undefined : label }, value)),
        h('td', { class: 'name', title: task.message ?? task.reasonText }, task.message ?? task.reasonText ?? '')))))),
    h('div', { class: 'row' }, cursor && h('button', { onClick: () => history.back() }, '← Before'), page?.next && h('button', { onClick: () => go({ state, cursor: page.next }) }, 'Next →')));
}

function Task({ run, index, about }) {
  const base = `/runs/${run.id}/tasks/${encodeURIComponent(index)}`;
  const [task, trouble, again] = useAnswer(signal => get(base, signal), [base], isOver(run) ? 0 : REFRESH);
  const [attempts] = useAnswer(signal => get(base + '/attempts', signal), [base, task?.attempt]);
  const [which, setWhich] = useState('both');
  if (!task) return h(Loading, { what: `looking for task ${index}`, trouble });
  const over = isOver(task);
  const fact = (name, value) => value !== undefined && value !== '' && [h('dt', {}, name), h('dd', {}, value)];
  const keptFact = (stream, kept, written) => kept !== undefined && fact(`${stream} that is kept`, `${bytes(kept)} of ${bytes(written ?? kept)}`);
  const command = task.command ? [task.command] : task.commands ?? [];
  const number = Number(index);
  return h('div', { 'data-ready': 'task' },
    h('div', { class: 'row between' }, h('h2', {}, `Task ${index} `, h(Badge, { state: task.state })),
      h('div', { class: 'row' }, number > 0 && h('a', { href: `#/runs/${run.id}/tasks/${number - 1}` }, '← before'), number + 1 < run.size && h('a', { href: `#/runs/${run.id}/tasks/${number + 1}` }, 'next →'),
        !over && about.role !== 'read-only' && h('button', { class: 'bad', onClick: async () => { if (await attempt(() => post(base + '/cancel'), 'is being cancelled')) again(); } }, 'Cancel this task'))),
    h(Why, { path: base + '/explain', run: task, needs: [base, task.state] }),
    h('div', { class: 'grid' },
      h('section', { class: 'card' }, h('h2', {}, 'Facts'), h('dl', { class: 'facts' },
        fact('parameter', task.actions ? undefined : task.parameter), fact('actions', task.actions?.join(', ')), fact('agent', task.agent && `${task.agent} on ${task.host}`), fact('attempt', task.attempt), fact('lost with an agent', task.losses || undefined),
        fact('added', moment(task.added)), fact('started', task.started && moment(task.started)), fact('finished', task.finished && moment(task.finished)), fact('waited', task.waitSeconds !== undefined ? duration(task.waitSeconds) : undefined), fact('ran', task.runSeconds !== undefined ? duration(task.runSeconds) : undefined),
        fact('CPU time', task.cpuSeconds !== undefined ? duration(task.cpuSeconds) : undefined), fact('peak memory', task.peakMemoryBytes !== undefined ? bytes(task.peakMemoryBytes) : undefined), fact('exit code', task.exitCode), keptFact('stdout', task.stdoutKept, task.stdoutBytes), keptFact('stderr', task.stderrKept, task.stderrBytes), fact('signal', task.signal), fact('message', task.message), fact('taken over from', task.reused)),
      command.map(each => h('pre', { class: 'log short' }, [each.image, ...(each.arguments ?? [each.runtime])].filter(word => word).map(word => /^[\w./:=@%+-]+$/.test(word) ? word : JSON.stringify(word)).join(' ')))),
      h('section', { class: 'card' }, h('h2', {}, 'Earlier attempts'), !attempts || attempts.items.length === 0 ? h('p', { class: 'dim' }, 'none failed')
        : h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, attempts.items.map(each => h('tr', {}, h('td', { class: 'n' }, each.number), h('td', {}, each.reason.toLowerCase().replaceAll('_', ' '), each.reason === 'EXIT_CODE' ? ` (${each.exitCode})` : ''), h('td', {}, each.agent), h('td', { class: 'dim' }, moment(each.ended)), h('td', { class: 'name', title: each.message }, each.message)))))),
      task.steps && [h('h3', {}, 'Commands'), h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, task.steps.map(step => h('tr', {}, h('td', { class: 'name' }, step.label), h('td', { class: 'n' }, duration(step.runSeconds)), h('td', { class: 'n' }, `exit ${step.exitCode}`))))))],
      task.files && [h('h3', {}, 'Files it made'), h('ul', {}, task.files.slice(0, 100).map(file => h('li', { class: 'mono' }, file.path, h('span', { class: 'dim' }, ` ${bytes(file.size)}${file.stored ? ', a result' : ''}`))))])),
    h('section', { class: 'card' }, h('div', { class: 'row between' }, h('h2', {}, 'Output'), h('select', { 'aria-label': 'Stream', value: which, onChange: event => setWhich(event.target.value) }, ['both', 'stdout', 'stderr'].map(value => h('option', { value }, value)))),
      h(LogText, { needs: [base, which, over], follow: (signal, take) => stream(base + '/logs' + query({ stream: which, tail: 2000, follow: over ? undefined : 'true' }), signal, take) })));
}

function Logs({ run }) {
  const [grep, setGrep] = useState('');
  const over = isOver(run);
  const [cut] = useAnswer(signal => get(`/runs/${run.id}/logs/cut` + query({ limit: 20 }), signal), [run.id, run.state], over ? 0 : 2 * REFRESH);
  return h('section', { class: 'card' }, h('h2', {}, 'Output of all tasks'),
    cut?.items.length > 0 && h('div', { 'data-ready': 'cut' }, h('p', {}, 'Not all of it is kept:'), h('ul', { class: 'small' }, cut.items.map(each => h('li', {}, h('a', { href: `#/runs/${run.id}/tasks/${each.index}` }, `task ${each.index}`), ` ${each.stream}: ${bytes(each.kept)} of ${bytes(each.written)}`)), cut.more && h('li', {}, '… and more'))),
    h('form', { class: 'row', onSubmit: event => { event.preventDefault(); setGrep(new FormData(event.target).get('grep')); } }, h('input', { type: 'search', name: 'grep', placeholder: 'only lines with …', 'aria-label': 'Only lines with' }), h('button', {}, 'Show')),
    // A finished run of very many tasks that are known to have printed nothing is not searched for what they printed.
    h(LogText, { needs: [run.id, grep, over], follow: (signal, take) => over && run.logBytes === 0 ? Promise.resolve() : limited(`/runs/${run.id}/logs` + query({ grep, follow: over ? undefined : 'true' }), signal, take) }));
}

// What tasks returned, and the files that a workflow has made; those that it was to keep are its results.
function Results({ run, wanted }) {
  return h('div', {}, h(Stored, { run }), h(Returned, { run, wanted }));
}

// Everything that is kept and can be fetched: of tasks, partitions, workflows and foreign sites.
function Stored({ run }) {
  const [page, trouble] = useAnswer(signal => get(`/runs/${run.id}/stored` + query({ limit: 1000 }), signal), [run.id, run.state], isOver(run) ? 0 : 2 * REFRESH);
  if (!page) return h(Loading, { what: 'looking for what is stored', trouble });
  if (page.items.length === 0) return h('p', { class: 'card dim' }, 'Nothing is stored.');
  const fetched = item => attempt(async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await blob(item.url.replace(/^\/api\/v1/, '')));
    link.download = item.name.replaceAll('/', '-');
    link.click();
    URL.revokeObjectURL(link.href);
  }, `saved as ${item.name.replaceAll('/', '-')}`);
  const origin = item => item.variable ?? (item.partition !== undefined ? `partition ${item.partition}` : `task ${item.task}`);
  return h('section', { class: 'card scroll', 'data-ready': 'stored' }, h('h2', {}, 'Stored'),
    h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Of'), h('th', {}, 'Name'), h('th', { class: 'n' }, 'Size'), h('th', {}, 'SHA-256'), h('th', {}, 'Preview'), h('th'))),
      h('tbody', {}, page.items.map((item, i) => h('tr', { key: i }, h('td', {}, origin(item)), h('td', { class: 'name mono' }, item.name), h('td', { class: 'n', 'data-label': 'size' }, bytes(item.size)), h('td', { class: 'mono dim', title: item.sha256 }, item.sha256?.slice(0, 12) ?? ''),
        h('td', { class: 'name mono' }, item.preview === undefined ? '' : plain(item.preview)), h('td', {}, item.url ? h('button', { class: 'download', onClick: () => fetched(item) }, 'Download') : h('span', { class: 'dim small' }, item.unavailable ?? '')))))),
    page.next && h('p', { class: 'dim small' }, 'There is more: ', h('code', {}, `tidewheel results ${run.id}`)));
}

function Returned({ run, wanted }) {
  const cursor = wanted.get('cursor');
  const [page, trouble] = useAnswer(signal => get(`/runs/${run.id}/results` + query({ cursor, limit: 50 }), signal), [run.id, run.state, cursor], isOver(run) ? 0 : 2 * REFRESH);
  if (!page) return h(Loading, { what: 'looking for results', trouble });
  const some = page.items.filter(item => item.result !== undefined || item.files?.length > 0);
  return h('div', { 'data-ready': 'results' }, some.length === 0 ? h('p', { class: 'card dim' }, 'No task of this part of the run has returned anything or made a file that is told.')
    : h('div', { class: 'card scroll' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', { class: 'n' }, 'Task'), h('th', {}, 'State'), h('th', {}, 'Returned'), h('th', {}, 'Files'))),
      h('tbody', {}, some.map(item => h('tr', { key: item.index }, h('td', { class: 'n' }, h('a', { href: `#/runs/${run.id}/tasks/${item.index}` }, item.index)), h('td', {}, h(Badge, { state: item.state })),
        h('td', { class: 'name mono' }, item.result === undefined ? '' : plain(decoded(item.result).slice(0, 400))),
        h('td', {}, (item.files ?? []).slice(0, 20).map(file => h('div', { class: 'mono' }, file.stored ? h('strong', {}, file.path) : file.path, h('span', { class: 'dim' }, ` ${bytes(file.size)}${file.stored ? ', a result' : ''}`))))))))),
  h('div', { class: 'row' }, cursor && h('button', { onClick: () => history.back() }, '← Before'), page.next && h('button', { onClick: () => { location.hash = `/runs/${run.id}/results` + query({ cursor: page.next }); } }, 'Next →')));
}

function decoded(base64) {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), sign => sign.charCodeAt(0)));
}

// The output of a large run can be larger than any browser: enough is enough.
const MOST = 8 << 20;
async function limited(path, signal, take) {
  const enough = new AbortController();
  signal.addEventListener('abort', () => enough.abort());
  let taken = 0;
  try {
    await stream(path, enough.signal, piece => {
      taken += piece.length;
      take(piece);
      if (taken > MOST) {
        take(`\n… more than ${bytes(MOST)}: see the rest with tidewheel logs, or search for something\n`);
        enough.abort();
      }
    });
  } catch (broken) {
    if (taken <= MOST) throw broken;
  }
}

// A workflow may have a hundred thousand lines: nobody waits for those after the first thousands without having asked for them.
const MOST_LINES = 2_000;
function Source({ run }) {
  const [source, trouble] = useAnswer(signal => text(`/runs/${run.id}/source`, signal), [run.id]);
  const [all, setAll] = useState(false);
  if (source === null) return h(Loading, { what: 'reading', trouble });
  const lines = source.slice(0, 4 << 20).split('\n');
  return h('section', { class: 'card', 'data-ready': 'source' }, h('pre', { class: 'log', tabindex: 0 }, (all ? lines : lines.slice(0, MOST_LINES)).map(plain).join('\n')),
    !all && lines.length > MOST_LINES && h('button', { onClick: () => setAll(true) }, `Show all ${count(lines.length)} lines`));
}

