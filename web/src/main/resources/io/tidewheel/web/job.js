// Iterative jobs and the sites that work on them; shown where the server offers them.
import { h } from './preact.js';
import { get } from './api.js';
import { ago, Badge, isOver, Loading, moment, Picture, Tile, Trouble, useAnswer } from './parts.js';
import { count, curves, duration } from './draw.js';

const EVERY = 2_000;
const MOST_CURVES = 24;

export function Job({ run }) {
  const [job, trouble] = useAnswer(signal => get(`/runs/${run.id}/job`, signal), [run.id, run.state], isOver(run) ? 0 : EVERY);
  if (!job) return h(Loading, { what: 'looking at the job', trouble });
  const done = job.partitions.reduce((sum, part) => sum + part.iterations, 0);
  return h('div', { 'data-ready': 'job' }, h(Trouble, { trouble }),
    h('div', { class: 'tiles' },
      h(Tile, { label: 'iterations asked for', value: count(job.iterations) }), h(Tile, { label: `done so far, ${(100 * done / Math.max(1, job.iterations)).toFixed(1)} %`, value: count(done) }),
      h(Tile, { label: 'done per asked for', value: (done / Math.max(1, job.iterations)).toFixed(4), title: '1 is what it should come to: more is work for nothing' }),
      h(Tile, { label: 'iterations per second', value: count(job.speed) }), h(Tile, { label: 'partitions running, waiting', value: `${count(job.running)}, ${count(job.queued)}` }),
      job.target !== undefined && h(Tile, { label: 'target', value: duration(job.target) }), job.toGo !== undefined && h(Tile, { label: 'still needs about', value: duration(job.toGo) }),
      job.timeLeft !== undefined && h(Tile, { label: 'left until the target', value: duration(job.timeLeft) }),
      job.inTime !== undefined && h(Tile, { label: 'by the look of it', value: h('span', { class: job.inTime ? 'SUCCEEDED' : 'FAILED' }, job.inTime ? 'in time' : 'too late') })),
    h('div', { class: 'grid' },
      h(Curve, { job, heading: 'Iterations done', of: total(job, sample => sample.iterations), limits: [{ name: 'asked for', y: job.iterations }] }),
      h(Curve, { job, heading: 'Speed of each partition (iterations per second)', of: each(job, sample => sample.speed) }),
      h(Curve, { job, heading: 'Share of each partition (iterations)', of: each(job, sample => sample.share), step: true }),
      h(Curve, { job, heading: 'When it will be done, as it was seen', of: estimates(job), limits: job.target === undefined ? [] : [{ name: 'target', y: job.target }], shown: duration })),
    h('section', { class: 'card scroll' }, h('h2', {}, 'Partitions'), h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', { class: 'n' }, 'Partition'), h('th', {}, 'State'), h('th', {}, 'Where'), ['Done', 'Share', 'Speed'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Progress'))),
      h('tbody', {}, job.partitions.slice(0, 300).map(part => h('tr', { key: part.partition }, h('td', { class: 'n' }, part.task === undefined ? part.partition : h('a', { href: `#/runs/${run.id}/tasks/${part.task}` }, part.partition)), h('td', {}, h(Badge, { state: part.state })), h('td', { class: 'name' }, part.site ?? 'agents'),
        h('td', { class: 'n', 'data-label': 'done' }, count(part.iterations)), h('td', { class: 'n', 'data-label': 'share' }, count(part.share)), h('td', { class: 'n', 'data-label': 'speed' }, count(part.speed)),
        h('td', {}, h('div', { class: 'bar' }, h('i', { class: 'run', style: { width: `${Math.min(100, 100 * part.iterations / Math.max(1, part.share))}%` } })))))))),
    job.events?.length > 0 && h('section', { class: 'card' }, h('h2', {}, 'What happened'), h('ul', {}, job.events.slice(-100).reverse().map(event => h('li', {}, h('span', { class: 'dim', title: moment(event.at) }, `${ago(event.at)}: `), event.text)))));
}

function Curve({ job, heading, of, limits, step, shown }) {
  return h('section', { class: 'card' }, h('h2', {}, heading), h(Picture, { make: width => curves(of, { limits, step, shown, width }), needs: [job] }));
}

const seconds = (job, at) => (Date.parse(at) - Date.parse(job.began ?? at)) / 1000;

function each(job, value) {
  return job.partitions.slice(0, MOST_CURVES).map((part, i) => ({ name: `partition ${part.partition}`, style: 's' + i % 12, points: part.history.map(sample => [seconds(job, sample.at), value(sample)]) }));
}

// Reports come from partitions at different times: the last one of each counts until its next.
function steps(job) {
  return job.partitions.flatMap((part, number) => part.history.map(sample => ({ number, at: seconds(job, sample.at), sample }))).sort((a, b) => a.at - b.at);
}

function total(job, value) {
  const last = new Map(), points = [];
  for (const { number, at, sample } of steps(job)) {
    last.set(number, value(sample));
    points.push([at, [...last.values()].reduce((sum, each) => sum + each, 0)]);
  }
  return [{ name: 'all partitions', style: 's0', points }];
}

// At each report: the time since the beginning, and what the rest would take at the speed of that moment.
function estimates(job) {
  const done = new Map(), speed = new Map(), points = [];
  const sum = map => [...map.values()].reduce((all, each) => all + each, 0);
  for (const { number, at, sample } of steps(job)) {
    done.set(number, sample.iterations);
    speed.set(number, sample.iterations >= sample.share ? 0 : sample.speed);
    const pace = sum(speed);
    if (pace > 0) points.push([at, at + Math.max(0, job.iterations - sum(done)) / pace]);
  }
  return [{ name: 'estimate', style: 's7', points }];
}

export function Sites() {
  const [sites, trouble] = useAnswer(signal => get('/sites', signal), [], EVERY);
  if (!sites) return h(Loading, { what: 'looking for sites', trouble });
  return h('div', { 'data-ready': 'sites' }, h('h1', {}, 'Sites'), h(Trouble, { trouble }),
    sites.why && h('p', { class: 'card' }, `Required capacity: ${sites.requiredCapacity}. ${sites.why}`),
    sites.items.length === 0 ? h('p', { class: 'card' }, sites.served === false ? 'This server does not serve foreign sites.' : 'No site has reported yet.')
      : h('div', { class: 'card scroll' }, h('table', { class: 'stack' }, h('thead', {}, h('tr', {}, h('th', {}, 'Site'), h('th', {}, 'State'), ['Slots', 'At most', 'Running', 'Offered'].map(name => h('th', { class: 'n' }, name)), h('th', {}, 'Heard of'))),
        h('tbody', {}, sites.items.map(site => h('tr', { key: site.id }, h('td', { class: 'name' }, site.id), h('td', {}, h(Badge, { state: site.state })), [['slots', site.slots], ['at most', site.maxSlots], ['running', site.running], ['offered', site.offered]].map(([label, value]) => h('td', { class: 'n', 'data-label': label }, count(value))), h('td', { class: 'dim', title: moment(site.heard) }, ago(site.heard))))))));
}
