// Iterative jobs: one that a run is, or those inside of a workflow.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get } from './api.js';
import { ago, Badge, Bar, EVERY, isOver, Loading, moment, Picture, ProblemText, Tile, useAnswer } from './parts.js';
import { curves, jobCurves } from './curves.js';
import { count, duration } from './numbers.js';

// Of all partitions together: the more there are, the fewer of each.
const MOST_SAMPLES = 5_000;

// So many partitions are listed until somebody asks for more.
const FIRST = 50;

// The job that a run is, or those inside of a workflow: all of them in a table, and one of them as it stands.
/** @param {{ run: Answer.Run, index?: string }} properties */
export function RunJob({ run, index }) {
  if (run.kind === 'job') return h(OneJob, { run, path: `/runs/${run.id}/job` });
  return index === undefined
    ? h(JobsOfWorkflow, { run })
    : h(OneJob, { run, path: `/runs/${run.id}/jobs/${encodeURIComponent(index)}` });
}

/** @param {{ run: Answer.Run }} properties */
function JobsOfWorkflow({ run }) {
  const [jobs, problem] = useAnswer(
    signal => get(`/runs/${run.id}/jobs`, signal, { limit: 1000 }),
    [run.id, run.state],
    isOver(run) ? 0 : EVERY,
  );
  if (!jobs) return h(Loading, { what: 'looking at the jobs', problem });
  if (jobs.items.length === 0)
    return h('p', { class: 'card', 'data-ready': 'jobs' }, 'No iterative job has begun in this workflow.');
  if (jobs.items.length === 1)
    return h(OneJob, { run, path: `/runs/${run.id}/jobs/${encodeURIComponent(jobs.items[0].action)}` });
  return h(
    'div',
    { class: 'card scroll', 'data-ready': 'jobs' },
    h(ProblemText, { problem }),
    h(
      'table',
      { class: 'stack' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {}, 'Action'),
          h('th', {}, 'State'),
          ['Iterations', 'Stored', 'Speed', 'Partitions', 'Target', 'Still needs'].map(name =>
            h('th', { class: 'n' }, name),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        jobs.items.map(job =>
          h(
            'tr',
            { key: job.action },
            h(
              'td',
              { class: 'name' },
              h('a', { href: `#/runs/${run.id}/job/${encodeURIComponent(job.action)}` }, job.action),
            ),
            h('td', {}, h(Badge, { state: job.state })),
            [
              ['iterations', count(job.iterations)],
              ['stored', count(job.stored)],
              ['speed', count(job.speed)],
              ['partitions', count(job.partitions)],
              ['target', job.target === undefined ? '' : duration(job.target)],
              ['still needs', job.toGo === undefined ? '' : duration(job.toGo)],
            ].map(([label, value]) => h('td', { class: 'n', 'data-label': label }, value)),
          ),
        ),
      ),
    ),
    jobs.next && h('p', { class: 'dim small' }, 'the first 1,000'),
  );
}

/** @param {{ run: Answer.Run, path: `/runs/${number}/job` | `/runs/${number}/jobs/${string}` }} properties */
function OneJob({ run, path }) {
  // How many partitions a job inside of a workflow has is not known before.
  const history =
    run.kind === 'job' ? Math.max(5, Math.min(120, Math.floor(MOST_SAMPLES / Math.max(1, run.size)))) : 60;
  const [all, setAll] = useState(false);
  const [job, problem] = useAnswer(
    signal => get(path, signal, { history }),
    [path, run.state],
    isOver(run) ? 0 : EVERY,
  );
  if (!job) return h(Loading, { what: 'looking at the job', problem });
  const { events: happened = [] } = job;
  const done = job.partitions.reduce((sum, part) => sum + part.iterations, 0);
  return h(
    'div',
    { 'data-ready': 'job' },
    h(ProblemText, { problem }),
    job.action && h('p', { class: 'row' }, h('b', {}, job.action), h(Badge, { state: job.state })),
    h(
      'div',
      { class: 'tiles' },
      h(Tile, { label: 'iterations asked for', value: count(job.iterations) }),
      h(Tile, {
        label: `done so far, ${((100 * done) / Math.max(1, job.iterations)).toFixed(1)} %`,
        value: count(done),
      }),
      h(Tile, {
        label: 'done per asked for',
        value: (done / Math.max(1, job.iterations)).toFixed(4),
        title: '1 is what it should come to: more is work for nothing',
      }),
      h(Tile, { label: 'iterations per second', value: count(job.speed) }),
      h(Tile, { label: 'partitions running, waiting', value: `${count(job.running)}, ${count(job.queued)}` }),
      job.target !== undefined && h(Tile, { label: 'target', value: duration(job.target) }),
      job.toGo !== undefined && h(Tile, { label: 'still needs about', value: duration(job.toGo) }),
      job.timeLeft !== undefined && h(Tile, { label: 'left until the target', value: duration(job.timeLeft) }),
      job.took !== undefined && h(Tile, { label: 'took', value: duration(job.took) }),
      job.inTime !== undefined &&
        h(Tile, {
          label: job.toGo === undefined ? 'in the end' : 'by the look of it',
          value: h('span', { class: job.inTime ? 'SUCCEEDED' : 'FAILED' }, inTime(job)),
        }),
    ),
    h(
      'div',
      { class: 'grid' },
      jobCurves(job).map(({ heading, series, ...options }) =>
        h(
          'section',
          { class: 'card', key: heading },
          h('h2', {}, heading),
          h(Picture, { make: width => curves(series, { ...options, width }), needs: [job] }),
        ),
      ),
    ),
    h(
      'section',
      { class: 'card scroll' },
      h('h2', {}, 'Partitions'),
      h(
        'table',
        { class: 'stack' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { class: 'n' }, 'Partition'),
            h('th', {}, 'State'),
            h('th', {}, 'Where'),
            ['Done', 'Share', 'Speed'].map(name => h('th', { class: 'n' }, name)),
            h('th', {}, 'Progress'),
          ),
        ),
        h(
          'tbody',
          {},
          job.partitions
            .slice(0, all ? undefined : FIRST)
            .map(part =>
              h(
                'tr',
                { key: part.partition },
                h(
                  'td',
                  { class: 'n' },
                  part.task === undefined
                    ? part.partition
                    : h('a', { href: `#/runs/${run.id}/tasks/${part.task}` }, part.partition),
                ),
                h('td', {}, h(Badge, { state: part.state })),
                h('td', { class: 'name' }, part.site ?? 'agents'),
                h('td', { class: 'n', 'data-label': 'done' }, count(part.iterations)),
                h('td', { class: 'n', 'data-label': 'share' }, count(part.share)),
                h('td', { class: 'n', 'data-label': 'speed' }, count(part.speed)),
                h('td', {}, h(Bar, { part: part.iterations / Math.max(1, part.share) })),
              ),
            ),
        ),
      ),
      !all &&
        job.partitions.length > FIRST &&
        h('button', { onClick: () => setAll(true) }, `Show all ${count(job.partitions.length)} partitions`),
    ),
    happened.length > 0 &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'What happened'),
        h(
          'ul',
          {},
          happened
            .slice(-100)
            .reverse()
            .map(event =>
              h('li', {}, h('span', { class: 'dim', title: moment(event.at) }, `${ago(event.at)}: `), event.text),
            ),
        ),
      ),
  );
}

// Whether a job will meet its target, or has.
/** @param {Answer.Job} job */
function inTime(job) {
  if (job.toGo !== undefined) return job.inTime ? 'in time' : 'too late';
  if (job.inTime) return 'target met';
  return job.late === undefined ? 'target missed' : `target missed by ${duration(job.late)}`;
}
