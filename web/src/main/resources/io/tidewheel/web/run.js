// One run: how it stands, why it waits, what can be done to it, and the parts of its page.
import { h } from './preact.js';
import { useEffect, useState } from './hooks.js';
import { events, get, post, query, text } from './api.js';
import {
  ago,
  attempt,
  Badge,
  confirmed,
  isOver,
  lasted,
  Loading,
  moment,
  Picture,
  plain,
  ProblemText,
  Progress,
  REFRESH,
  slack,
  Tile,
  useAnswer,
} from './parts.js';
import { failedAttempts } from './curves.js';
import { bytes, count, duration, money } from './numbers.js';
import { RunJob } from './job.js';
import { RunCost, RunWhatIf } from './run-cost.js';
import { RunFigures, RunGraph, RunTimeline, sampledText, TimelinePicture } from './run-pictures.js';
import { RunOutput, RunResults, RunSource } from './run-results.js';
import { RunTask, RunTasks, WhyWaiting } from './run-tasks.js';
/** @import { ComponentChildren } from './preact.js' */
/** @import { PageProperties } from './parts.js' */
/** @import { RunPartProperties } from './parts.js' */

/** @param {PageProperties} properties */
export function RunPage({ path, query: wanted, about }) {
  const id = path[1];
  const [loaded, problem, again] = useAnswer(signal => get(`/runs/${encodeURIComponent(id)}`, signal), [id]);
  const [live, setLive] = useState(/** @type {Answer.RunBrief | null} */ (null));
  const [jobs] = useAnswer(
    async signal => (loaded?.kind === 'workflow' ? get(`/runs/${loaded.id}/jobs`, signal, { limit: 2 }) : null),
    [id, loaded?.kind, loaded?.state],
    loaded?.kind === 'workflow' && !isOver(loaded) ? 2 * REFRESH : 0,
  );
  useEffect(() => {
    const aborting = new AbortController();
    /** @type {number | undefined} */
    let timer;
    /** @type {Answer.RunBrief | null} */
    let last = null;
    setLive(null);
    events(`/runs/${encodeURIComponent(id)}/events`, aborting.signal, run => {
      last = run;
      timer ??= setTimeout(() => {
        timer = undefined;
        setLive(last);
      }, 250);
      // The end brings more than events tell: when, why, and how long.
      if (isOver(run)) {
        aborting.abort();
        clearTimeout(timer);
        setLive(run);
        again();
      }
    });
    return () => {
      aborting.abort();
      clearTimeout(timer);
    };
  }, [id]);
  if (!loaded) return h(Loading, { what: `looking for run ${id}`, problem });
  const over = isOver(loaded);
  const run = over || !live ? loaded : { ...loaded, ...live, queued: waitingOf(live) };
  const workflow = run.kind === 'workflow';
  const inside = jobs?.items.length ?? 0;
  const tab = path[2] ?? 'overview';
  const tabs = [
    ['overview', 'Overview'],
    ...(run.kind === 'job' || inside > 0 ? [['job', inside > 1 ? 'Jobs' : 'Job']] : []),
    ['timeline', 'Timeline'],
    ...(workflow ? [['graph', 'Graph']] : []),
    ['tasks', workflow ? 'Chains' : 'Tasks'],
    ['logs', 'Output'],
    ['results', 'Results'],
    ['figures', 'Figures'],
    ...(about.makesMachines ? [['cost', 'Cost']] : []),
    ...(over ? [['whatif', 'What if']] : []),
    ...(workflow ? [['source', 'Source']] : []),
  ];
  const page = tab === 'tasks' && path[3] !== undefined ? RunTask : PARTS[tab];
  return h(
    'div',
    { 'data-ready': 'run' },
    h(RunHead, { run, about, again }),
    h(
      'nav',
      { class: 'tabs', 'aria-label': 'Parts of the run' },
      tabs.map(([key, label]) =>
        h('a', { href: `#/runs/${id}/${key}`, 'aria-current': key === tab ? 'page' : undefined }, label),
      ),
    ),
    page
      ? h(page, { key: tab + (path[3] ?? ''), run, index: path[3], wanted, about })
      : h('p', {}, 'There is no such part.'),
  );
}

/** @type {Record<string, ((properties: RunPartProperties) => ComponentChildren) | undefined>} */
const PARTS = {
  overview: RunOverview,
  job: RunJob,
  timeline: RunTimeline,
  graph: RunGraph,
  tasks: RunTasks,
  logs: RunOutput,
  results: RunResults,
  figures: RunFigures,
  cost: RunCost,
  whatif: RunWhatIf,
  source: RunSource,
};

// Events tell of all but those that wait.
/** @param {Answer.RunBrief} run */
function waitingOf(run) {
  return Math.max(0, run.size - run.running - run.succeeded - run.failed - run.cancelled);
}

/** @param {{ run: Answer.Run, about: Answer.Server, again: () => void }} properties */
function RunHead({ run, about, again }) {
  const over = isOver(run);
  return h(
    'section',
    { class: 'card', 'aria-label': 'Summary' },
    h(
      'div',
      { class: 'row between' },
      h(
        'div',
        {},
        h('h1', {}, run.name),
        h(
          'span',
          { class: 'dim' },
          `run ${run.id} · ${run.kind} · ${run.owner}`,
          run.retryOf && [' · retry of ', h('a', { href: `#/runs/${run.retryOf}` }, run.retryOf)],
          Object.entries(run.labels ?? {}).map(([key, value]) =>
            h('a', { class: 'small', href: '#/runs' + query({ label: `${key}=${value}` }) }, ` · ${key}=${value}`),
          ),
        ),
      ),
      about.role !== 'read-only' && h(RunActions, { run, again }),
    ),
    h(Progress, { run, big: true }),
    run.undone &&
      h(
        'ul',
        { class: 'small', 'data-ready': 'undone' },
        run.undone.map(each => h('li', { class: 'FAILED' }, `${each.action} was not done: ${each.reason}`)),
      ),
    h(
      'div',
      { class: 'row' },
      h(Badge, { state: run.held && !over ? 'HELD' : run.state }),
      run.reason && h('span', { class: 'dim' }, run.reason.toLowerCase().replaceAll('_', ' ')),
      run.iterations !== undefined && h('span', {}, `${count(run.stored)} of ${count(run.iterations)} iterations`),
      h('span', {}, `${count(run.succeeded)} succeeded`),
      h('span', { class: run.failed ? 'FAILED' : 'dim' }, `${count(run.failed)} failed`),
      run.cancelled > 0 &&
        h(
          'span',
          {},
          `${count(run.cancelled)} ${run.kind === 'job' && run.state === 'SUCCEEDED' ? 'not needed' : 'cancelled'}`,
        ),
      !over && h('span', { class: 'RUNNING' }, `${count(run.running)} running`),
      !over && h('span', {}, `${count(run.queued)} waiting`),
      h('span', { class: 'dim' }, `of ${count(run.size)}`),
      h('span', { class: 'dim', title: moment(run.created) }, `submitted ${ago(run.created)}`),
      h('span', { class: 'dim' }, `took ${lasted(run)}`),
      !over &&
        run.eta &&
        h('span', { class: 'dim' }, `done in about ${duration((Date.parse(run.eta) - Date.now()) / 1000)}`),
      slack(run),
      h('span', { class: 'dim' }, `priority ${run.priority}`),
    ),
  );
}

/** @param {{ run: Answer.Run, again: () => void }} properties */
function RunActions({ run, again }) {
  /**
   * @param {string} path
   * @param {string} said
   * @param {object} body
   */
  const act = async (path, said, body) => {
    if (await attempt(() => post(`/runs/${run.id}/${path}`, body), said)) again();
  };
  const retry = async () => {
    await attempt(
      async () => {
        const made = await post(`/runs/${run.id}/retry`, { failed: true }, true);
        location.hash = `/runs/${made.id}`;
        return made;
      },
      made => `run ${made.id} does again what did not succeed`,
    );
  };
  const over = isOver(run);
  if (over)
    return h(
      'div',
      { class: 'row' },
      h(ReportButton, { run }),
      run.state !== 'SUCCEEDED' && h('button', { class: 'main', onClick: retry }, 'Retry failed'),
    );
  return h(
    'div',
    { class: 'row' },
    h(ReportButton, { run }),
    h(RunPriority, { run, act }),
    run.held
      ? h('button', { onClick: () => act('release', 'released', {}) }, 'Release')
      : h('button', { onClick: () => act('hold', 'held: nothing more of it is started', {}) }, 'Hold'),
    h(
      'button',
      {
        class: 'bad',
        onClick: async () => {
          const question = `Cancel run ${run.id}? What runs is asked to end; what waits is not started.`;
          if (await confirmed(question, 'Cancel it')) act('cancel', 'is being cancelled', {});
        },
      },
      'Cancel',
    ),
    run.state === 'CANCELLING' &&
      h(
        'button',
        {
          class: 'bad',
          onClick: async () => {
            if (await confirmed(`Kill run ${run.id} at once?`, 'Kill it')) act('kill', 'killed', {});
          },
        },
        'Kill',
      ),
  );
}

// One file that needs no server, to be kept or shown to others.
/** @param {{ run: Answer.Run }} properties */
function ReportButton({ run }) {
  const save = () =>
    attempt(async () => {
      const data = await text(`/runs/${run.id}/report?format=html`);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([data], { type: 'text/html' }));
      link.download = `run-${run.id}.html`;
      link.click();
      URL.revokeObjectURL(link.href);
    }, `saved as run-${run.id}.html`);
  return h('button', { onClick: save, title: 'Save this run as one file that needs no server' }, 'Report');
}

/** @param {{ run: Answer.Run, act: (path: string, said: string, body: object) => void }} properties */
function RunPriority({ run, act }) {
  const [value, setValue] = useState(String(run.priority));
  useEffect(() => setValue(String(run.priority)), [run.priority]);
  return h(
    'form',
    {
      class: 'row',
      onSubmit: event => {
        event.preventDefault();
        act('priority', `priority is ${value}`, { priority: Number(value) });
      },
    },
    h('input', {
      type: 'number',
      'aria-label': 'Priority',
      step: 1,
      min: -1000000,
      max: 1000000,
      value,
      style: { width: '6rem' },
      onInput: event => setValue(event.currentTarget.value),
    }),
    Number(value) !== run.priority && h('button', {}, 'Set priority'),
  );
}

/** @param {RunPartProperties} properties */
function RunOverview({ run, about }) {
  const every = isOver(run) ? 0 : REFRESH;
  const [cost] = useAnswer(
    signal => (about.makesMachines ? get(`/runs/${run.id}/cost`, signal).catch(() => null) : null),
    [run.id, run.state],
    4 * every,
  );
  const [figures, problem] = useAnswer(signal => get(`/runs/${run.id}/statistics`, signal), [run.id, run.state], every);
  return h(
    'div',
    {},
    h(WhyWaiting, { path: `/runs/${run.id}/explain`, run, needs: [run.id, run.state, run.held] }),
    h(ProblemText, { problem }),
    figures &&
      h(
        'div',
        { class: 'tiles', 'data-ready': 'figures' },
        h(Tile, { label: 'took', value: duration(figures.seconds) }),
        h(Tile, { label: 'tasks per second', value: count((run.succeeded + run.failed) / figures.seconds) }),
        h(Tile, { label: 'agents', value: count(figures.agentsInAll) }),
        h(Tile, { label: 'attempts', value: count(figures.attempts), title: `of ${count(figures.looked)} tasks` }),
        h(Tile, { label: 'tasks that were retried', value: count(figures.retried) }),
        h(Tile, { label: 'attempts lost with an agent', value: count(figures.lost) }),
        h(Tile, { label: 'output kept', value: bytes(run.logBytes) }),
        cost?.intervals &&
          h(Tile, { label: 'cost', value: money(cost.amount), title: `of this, for idle machines: ${cost.idle}` }),
      ),
    h(TimelinePicture, { run, rows: 24 }),
    figures && h(RunFailures, { run, figures }),
  );
}

/** @param {{ run: Answer.Run, figures: Answer.Statistics }} properties */
function RunFailures({ run, figures }) {
  if (figures.causes.length === 0 && figures.failedAttempts.length === 0) return null;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'What went wrong'),
    figures.causes.length > 0 &&
      h(
        'div',
        { class: 'scroll' },
        h(
          'table',
          {},
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', {}, 'State'),
              h('th', { class: 'n' }, 'Tasks'),
              h('th', {}, 'Why'),
              h('th', {}, 'Example'),
              h('th', {}, 'Last lines'),
            ),
          ),
          h(
            'tbody',
            {},
            figures.causes.map(cause =>
              h(
                'tr',
                {},
                h('td', {}, h(Badge, { state: cause.state })),
                h('td', { class: 'n' }, count(cause.tasks)),
                h('td', {}, cause.reasonText, cause.reason === 'EXIT_CODE' ? ` (${cause.exitCode})` : ''),
                h('td', {}, h('a', { href: `#/runs/${run.id}/tasks/${cause.example}` }, `task ${cause.example}`)),
                h(
                  'td',
                  { class: 'pre mono', title: plain(cause.lastOutput ?? cause.message ?? '') },
                  plain((cause.lastOutput ?? cause.message ?? '').trim().split('\n').at(-1) ?? ''),
                ),
              ),
            ),
          ),
        ),
      ),
    figures.failedAttempts.length > 0 && [
      h('h3', {}, 'Attempts that failed'),
      h(Picture, { make: () => failedAttempts(figures), needs: [figures] }),
    ],
    sampledText(figures),
  );
}
