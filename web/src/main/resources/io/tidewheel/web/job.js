// Iterative jobs and the sites that work on them; shown where the server offers them.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get } from './api.js';
import { ago, Badge, isOver, Loading, moment, Picture, Tile, Trouble, useAnswer } from './parts.js';
import { count, curves, duration, jobCurves } from './draw.js';

const EVERY = 2_000;
// Of all partitions together: the more there are, the fewer of each.
const MOST_SAMPLES = 5_000;
// So many partitions are listed until somebody asks for more.
const FIRST = 50;

// The job that a run is, or those inside of a workflow: all of them in a table, and one of them as it stands.
export function Job({ run, index }) {
  if (run.kind === 'job') return h(One, { run, path: `/runs/${run.id}/job` });
  return index === undefined ? h(Inside, { run }) : h(One, { run, path: `/runs/${run.id}/jobs/${encodeURIComponent(index)}` });
}

function Inside({ run }) {
  const [jobs, trouble] = useAnswer(signal => get(`/runs/${run.id}/jobs?limit=1000`, signal), [run.id, run.state], isOver(run) ? 0 : EVERY);
  if (!jobs) return h(Loading, { what: 'looking at the jobs', trouble });
  if (jobs.items.length === 0) return h('p', { class: 'card', 'data-ready': 'jobs' }, 'No iterative job has begun in this workflow.');
  if (jobs.items.length === 1) return h(One, { run, path: `/runs/${run.id}/jobs/${encodeURIComponent(jobs.items[0].action)}` });
  return h('div', { class: 'card scroll', 'data-ready': 'jobs' }, h(Trouble, { trouble }), h('table', { class: 'stack' },
    h('thead', {}, h('tr', {}, h('th', {}, 'Action'), h('th', {}, 'State'), ['Iterations', 'Stored', 'Speed', 'Partitions', 'Target', 'Still needs'].map(name => h('th', { class: 'n' }, name)))),
    h('tbody', {}, jobs.items.map(job => h('tr', { key: job.action }, h('td', { class: 'name' }, h('a', { href: `#/runs/${run.id}/job/${encodeURIComponent(job.action)}` }, job.action)), h('td', {}, h(Badge, { state: job.state })),
      [['iterations', count(job.iterations)], ['stored', count(job.stored)], ['speed', count(job.speed)], ['partitions', count(job.partitions)], ['target', job.target === undefined ? '' : duration(job.target)], ['still needs', job.toGo === undefined ? '' : duration(job.toGo)]].map(([label, value]) => h('td', { class: 'n', 'data-label': label }, value)))))),
    jobs.next && h('p', { class: 'dim small' }, 'the first 1,000'));
}

function One({ run, path }) {
  // How many partitions a job inside of a workflow has is not known before.
  const history = run.kind === 'job' ? Math.max(5, Math.min(120, Math.floor(MOST_SAMPLES / Math.max(1, run.size)))) : 60;
  const [all, setAll] = useState(false);
  const [job, trouble] = useAnswer(signal => get(`${path}?history=${history}`, signal), [path, run.state], isOver(run) ? 0 : EVERY);
  if (!job) return h(Loading, { what: 'looking at the job', trouble });
  const done = job.partitions.reduce((sum, part) => sum + part.iterations, 0);
  return h('div', { 'data-ready': 'job' }, h(Trouble, { trouble }), job.action && h('p', { class: 'row' }, h('b', {}, job.action), h(Badge, { state: job.state })),
    h('div', { class: 'tiles' },
      h(Tile, { label: 'iterations asked for', value: count(job.iterations) }), h(Tile, { label: `done so far, ${(100 * done / Math.max(1, job.iterations)).toFixed(1)} %`, value: count(done) }),
      h(Tile, { label: 'done per asked for', value: (done / Math.max(1, job.iterations)).toFixed(4), title: '1 is what it should come to: more is work for nothing' }),
      h(Tile, { label: 'iterations per second', value: count(job.speed) }), h(Tile, { label: 'partitions running, waiting', value: `${count(job.running)}, ${count(job.queued)}` }),
      job.target !== undefined && h(Tile, { label: 'target', value: duration(job.target) }), job.toGo !== undefined && h(Tile, { label: 'still needs about', value: duration(job.toGo) }),
      job.timeLeft !== undefined && h(Tile, { label: 'left until the target', value: duration(job.timeLeft) }),
      job.took !== undefined && h(Tile, { label: 'took', value: duration(job.took) }),
      job.inTime !== undefined && h(Tile, { label: job.toGo === undefined ? 'in the end' : 'by the look of it', value: h('span', { class: job.inTime ? 'SUCCEEDED' : 'FAILED' }, inTime(job)) })),
    h('div', { class: 'grid' }, jobCurves(job).map(({ heading, series, ...options }) => h('section', { class: 'card', key: heading }, h('h2', {}, heading), h(Picture, { make: width => curves(series, { ...options, width }), needs: [job] })))),
    h('section', { class: 'card scroll' }, h('h2', {}, 'Partitions'), h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', { class: 'n' }, 'Partition'), h('th', {}, 'State'), h('th', {}, 'Where'), ['Done', 'Share', 'Speed'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Progress'))),
      h('tbody', {}, job.partitions.slice(0, all ? undefined : FIRST).map(part => h('tr', { key: part.partition }, h('td', { class: 'n' }, part.task === undefined ? part.partition : h('a', { href: `#/runs/${run.id}/tasks/${part.task}` }, part.partition)), h('td', {}, h(Badge, { state: part.state })), h('td', { class: 'name' }, part.site ?? 'agents'),
        h('td', { class: 'n', 'data-label': 'done' }, count(part.iterations)), h('td', { class: 'n', 'data-label': 'share' }, count(part.share)), h('td', { class: 'n', 'data-label': 'speed' }, count(part.speed)),
        h('td', {}, h('div', { class: 'bar' }, h('i', { class: 'run', style: { width: `${Math.min(100, 100 * part.iterations / Math.max(1, part.share))}%` } }))))))),
      !all && job.partitions.length > FIRST && h('button', { onClick: () => setAll(true) }, `Show all ${count(job.partitions.length)} partitions`)),
    job.events?.length > 0 && h('section', { class: 'card' }, h('h2', {}, 'What happened'), h('ul', {}, job.events.slice(-100).reverse().map(event => h('li', {}, h('span', { class: 'dim', title: moment(event.at) }, `${ago(event.at)}: `), event.text)))));
}

// Whether a job will meet its target, or has.
function inTime(job) {
  if (job.toGo !== undefined) return job.inTime ? 'in time' : 'too late';
  if (job.inTime) return 'target met';
  return job.late === undefined ? 'target missed' : `target missed by ${duration(job.late)}`;
}

export function Sites() {
  const [sites, trouble] = useAnswer(signal => get('/sites', signal), [], EVERY);
  if (!sites) return h(Loading, { what: 'looking for sites', trouble });
  return h('div', { 'data-ready': 'sites' }, h('h1', {}, 'Sites'), h(Trouble, { trouble }),
    sites.why && h('p', { class: 'card' }, `Required capacity: ${sites.requiredCapacity}. ${sites.why}`),
    sites.problems?.length > 0 && h('section', { class: 'card' }, h('h2', {}, 'Files that have not become jobs'), h('ul', {}, sites.problems.map(each => h('li', { key: each.file }, h('b', {}, each.file), ` ${each.text} `, h('span', { class: 'dim', title: moment(each.at) }, ago(each.at)))))),
    sites.items.length === 0 ? h('p', { class: 'card' }, sites.served === false ? 'This server does not serve foreign sites.' : 'No site has reported yet.')
      : h('div', { class: 'card scroll' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Site'), h('th', {}, 'State'), ['Slots', 'At most', 'Running', 'Offered'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Heard of'))),
        h('tbody', {}, sites.items.map(site => h('tr', { key: site.id }, h('td', { class: 'name' }, site.id), h('td', {}, h(Badge, { state: site.state })), [['slots', site.slots], ['at most', site.maxSlots], ['running', site.running], ['offered', site.offered]].map(([label, value]) => h('td', { class: 'n', 'data-label': label }, count(value))), h('td', { class: 'dim', title: moment(site.heard) }, ago(site.heard))))))));
}
