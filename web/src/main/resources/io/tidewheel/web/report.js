// The report of a run. In the file it stands behind what it imports, in one script, so that it needs nothing else.
import {
  boxes,
  costs,
  curves,
  elasticity,
  failedAttempts,
  jobCurves,
  machineTable,
  MEASURES,
  supply,
} from './curves.js';
import { dataTable, html } from './draw.js';
import { graph } from './graph.js';
import { count, duration, money, shortened } from './numbers.js';
import { timeline } from './timeline.js';

/** @param {string} id */
function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the report has no place called ${id}`);
  return found;
}

/** @type {Answer.Report} */
const report = JSON.parse(place('data').textContent ?? '');
const { run, statistics } = report;

/**
 * @param {string} heading
 * @param {(Node | null)[]} content
 */
function section(heading, ...content) {
  return html('section', { class: 'card' }, html('h2', {}, heading), ...content);
}

/**
 * @param {string} label
 * @param {string} value
 */
function tile(label, value) {
  return html('div', { class: 'tile' }, html('b', {}, value), html('span', {}, label));
}

/** @param {string} state */
function badge(state) {
  return html('span', { class: 'badge ' + state.replace(/[^A-Za-z-]/g, '') }, state.toLowerCase());
}

/** @param {string | undefined} text */
const date = text => (text ? new Date(text).toLocaleString() : '–');
const page = place('report');
document.title = `Run ${run.id}: ${run.name}`;

const busy = statistics.agents.reduce((sum, agent) => sum + agent.busySeconds, 0);
const slots = statistics.agents.reduce((sum, agent) => sum + agent.slots, 0);
// What a job was to do, and whether it did it in time.
/** @param {Answer.Job} job */
const goal = job => [
  tile('iterations', `${count(job.stored)} of ${count(job.iterations)}`),
  ...(job.target === undefined || job.inTime === undefined
    ? []
    : [tile(`target of ${duration(job.target)}`, targetMet(job))]),
];
/** @param {Answer.Job} job */
const targetMet = job => (job.inTime ? 'met' : job.late === undefined ? 'missed' : `missed by ${duration(job.late)}`);
/** @param {Answer.Job} job */
const pictures = job =>
  html(
    'div',
    { class: 'grid' },
    jobCurves(job).map(({ heading, series, ...options }) => section(heading, curves(series, options))),
  );
/** @param {Answer.Failure} failure */
function failed(failure) {
  const parameter = failure.parameter ? ` (${shortened(failure.parameter, 60)})` : '';
  const code = failure.reason === 'EXIT_CODE' ? ` ${failure.exitCode}` : '';
  const reason = failure.reason.toLowerCase().replaceAll('_', ' ') + code;
  return html(
    'details',
    {},
    html('summary', {}, `task ${failure.index}${parameter}: ${reason}, attempt ${failure.attempt}`),
    html('pre', { class: 'log short' }, failure.lastOutput || failure.message || 'nothing was printed'),
  );
}

const late = run.deadline && run.finished ? (Date.parse(run.finished) - Date.parse(run.deadline)) / 1000 : undefined;
page.append(
  html('h1', {}, run.name),
  html(
    'p',
    { class: 'dim' },
    `run ${run.id} · ${run.kind} · ${run.owner} · ${date(run.started ?? run.created)} to ${date(run.finished)} · `,
    badge(run.state),
  ),
  html(
    'div',
    { class: 'tiles' },
    tile('took', duration(statistics.seconds)),
    ...(report.job ? goal(report.job) : []),
    tile('succeeded', count(run.succeeded)),
    tile('failed', count(run.failed)),
    tile(report.job && run.state === 'SUCCEEDED' ? 'not needed' : 'cancelled', count(run.cancelled)),
    tile('attempts', count(statistics.attempts)),
    tile('tasks retried', count(statistics.retried)),
    tile('attempts lost with an agent', count(statistics.lost)),
    tile('agents', count(statistics.agentsInAll)),
    tile(
      'slots used while it ran',
      slots ? `${Math.min(100, (100 * busy) / slots / statistics.seconds).toFixed(0)} %` : '–',
    ),
    tile('time of all tasks', duration(busy)),
    ...(report.cost.intervals
      ? [tile('cost', money(report.cost.amount)), tile('of that for idle machines', money(report.cost.idle))]
      : []),
    ...(late === undefined
      ? []
      : [tile(late > 0 ? 'after its deadline' : 'before its deadline', duration(Math.abs(late)))]),
  ),
  section('What the agents did', timeline(report.timeline, { deadline: run.deadline })),
);
if (report.job) page.append(pictures(report.job));
for (const job of report.jobs ?? []) {
  const done = `Job ${job.action}: ${count(job.stored)} of ${count(job.iterations)} iterations`;
  const ended = job.inTime !== undefined && job.toGo === undefined;
  page.append(html('h2', {}, ended ? `${done}, target ${targetMet(job)}` : done), pictures(job));
}
if (report.timeline.rowsAfter > 0)
  page.append(html('p', { class: 'dim small' }, `${count(report.timeline.rowsAfter)} more lanes are not drawn`));
if (report.graph.drawn) page.append(section('Actions and what they wait for', graph(report.graph)));
page.append(
  html(
    'div',
    { class: 'grid' },
    MEASURES.map(([key, label, shown]) => section(`${label} per service`, boxes(statistics.services, key, shown))),
  ),
);
if (statistics.supply)
  page.append(section('Supply and demand', supply(statistics, 1100), elasticity([statistics.elasticity])));
if (report.cost.intervals) page.append(section('Cost', costs(report.cost, run, run.finished ?? report.made)));
if (statistics.causes.length > 0)
  page.append(
    section(
      'What went wrong',
      dataTable(
        ['State', 'Tasks', 'Why', 'Exit code', 'Example', 'Message'],
        statistics.causes.map(cause => [
          badge(cause.state),
          cause.tasks,
          cause.reasonText,
          cause.exitCode,
          cause.example,
          cause.message ?? '',
        ]),
      ),
      statistics.otherCauses > 0
        ? html('p', { class: 'dim small' }, `${count(statistics.otherCauses)} tasks ended for other reasons`)
        : null,
    ),
  );
if (statistics.failedAttempts.length > 0) page.append(section('Attempts that failed', failedAttempts(statistics)));
if (statistics.failures.length > 0)
  page.append(
    section(
      'Failed tasks',
      ...statistics.failures.map(failed),
      run.failed > statistics.failures.length
        ? html('p', { class: 'dim small' }, `the first ${statistics.failures.length} of ${count(run.failed)}`)
        : null,
    ),
  );
page.append(
  section(
    'What took longest',
    dataTable(
      ['Task', 'Service', 'Took', 'Waited', 'Agent'],
      statistics.slowest.map(each => [
        each.index,
        each.service,
        duration(each.seconds),
        duration(each.waitSeconds),
        each.agent ?? '',
      ]),
    ),
  ),
  section(
    'Agents',
    dataTable(
      ['Agent', 'Host', 'Capabilities', 'Slots', 'Tasks', 'Failed', 'Busy', 'Utilisation'],
      statistics.agents.map(agent => [
        agent.agent,
        agent.host,
        agent.capabilities.join(', '),
        agent.slots,
        agent.tasks,
        agent.failed,
        duration(agent.busySeconds),
        `${(100 * agent.utilisation).toFixed(0)} %`,
      ]),
    ),
    statistics.agentsInAll > statistics.agents.length
      ? html('p', { class: 'dim small' }, `the busiest ${statistics.agents.length} of ${count(statistics.agentsInAll)}`)
      : null,
  ),
);
if (report.machines.length > 0) page.append(section('Machines', machineTable(report.machines)));
page.append(html('p', { class: 'dim small' }, `made by Tidewheel ${report.version} on ${date(report.made)}`));
document.body.dataset.ready = 'report';
