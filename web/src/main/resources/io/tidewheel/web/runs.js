// The list of runs, kept up to date by the server's events.
import { h } from './preact.js';
import { useEffect, useRef, useState } from './hooks.js';
import { asProblem, events, get, post, query } from './api.js';
import {
  ago,
  Badge,
  confirmed,
  isOver,
  lasted,
  Loading,
  notify,
  Progress,
  slack,
  ProblemText,
  useAnswer,
} from './parts.js';
/** @import { PageProperties } from './parts.js' */
import { count, duration, money } from './numbers.js';

const STATES = [
  ['', 'all'],
  ['QUEUED,RUNNING,HELD,CANCELLING', 'not ended'],
  ['RUNNING', 'running'],
  ['QUEUED', 'queued'],
  ['HELD', 'held'],
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
];
const PAGE = 50;

/** @typedef {Record<'state' | 'name' | 'label' | 'owner', string | null>} RunFilter */

/**
 * @param {URLSearchParams} wanted
 * @returns {RunFilter}
 */
function filters(wanted) {
  return {
    state: wanted.get('state'),
    name: wanted.get('name'),
    label: wanted.get('label'),
    owner: wanted.get('owner'),
  };
}

/** @param {PageProperties} properties */
export function RunsPage({ query: wanted, about }) {
  const filter = filters(wanted);
  const cursor = wanted.get('cursor');
  const [page, problem, again] = useAnswer(
    signal => get('/runs', signal, { ...filter, cursor, limit: PAGE }),
    [JSON.stringify(filter), cursor],
  );
  const [live, setLive] = useState(/** @type {Map<number, Answer.RunBrief>} */ (new Map()));
  const [chosen, setChosen] = useState(/** @type {Set<number>} */ (new Set()));
  const known = useRef({ ids: /** @type {Set<number>} */ (new Set()), newest: 0, first: true });
  known.current = {
    ids: new Set((page?.items ?? []).map(run => run.id)),
    newest: page?.items[0]?.id ?? 0,
    first: !cursor,
  };
  useEffect(() => {
    const aborting = new AbortController();
    /** @type {Map<number, Answer.RunBrief>} */
    let waiting = new Map();
    /** @type {number | undefined} */
    let timer;
    /** @type {number | undefined} */
    let reload;
    events('/events', aborting.signal, run => {
      if (known.current.ids.has(run.id)) waiting.set(run.id, run);
      else if (known.current.first && run.id > known.current.newest)
        reload ??= setTimeout(() => {
          reload = undefined;
          again();
        }, 700);
      // Many changes come in a second: they are shown together.
      timer ??= setTimeout(() => {
        timer = undefined;
        const some = waiting;
        waiting = new Map();
        setLive(before => new Map([...before, ...some]));
      }, 250);
    });
    return () => {
      aborting.abort();
      clearTimeout(timer);
      clearTimeout(reload);
    };
  }, []);
  const runs = (page?.items ?? []).map(run => ({ ...run, ...live.get(run.id) }));
  const ids = runs.map(run => run.id).join();
  // What runs cost is added up when the list is there: it is not to wait for that.
  const [costs] = useAnswer(
    async signal =>
      about.makesMachines && ids
        ? new Map((await get('/costs', signal, { run: ids })).items.map(each => [each.run, each.amount]))
        : new Map(),
    [ids],
    about.makesMachines ? 10_000 : 0,
  );
  /** @param {Partial<RunFilter> & { cursor?: string }} changed */
  const go = changed => {
    location.hash = '/runs' + query({ ...filter, ...changed });
    setChosen(new Set());
  };
  const all = runs.length > 0 && runs.every(run => chosen.has(run.id));
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'row between' },
      h('h1', {}, 'Runs'),
      h(RunFilters, { filter, go, admin: about.role === 'admin' }),
    ),
    h(ProblemText, { problem }),
    about.role !== 'read-only' &&
      h(ChosenRuns, { runs: runs.filter(run => chosen.has(run.id)), clear: () => setChosen(new Set()), again }),
    !page
      ? h(Loading, { what: 'looking for runs', problem })
      : runs.length === 0
        ? h(NoRuns, { filtered: Object.values(filter).some(value => value) })
        : h(
            'div',
            { class: 'card scroll' },
            h(
              'table',
              { class: 'stack runs', 'data-ready': 'runs' },
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  h(
                    'th',
                    {},
                    h('input', {
                      type: 'checkbox',
                      checked: all,
                      'aria-label': 'Choose all runs of this page',
                      onChange: () => setChosen(all ? new Set() : new Set(runs.map(run => run.id))),
                    }),
                  ),
                  ['Run', 'Name', ...(about.role === 'admin' ? ['Owner'] : []), 'Kind', 'State', 'Progress'].map(text =>
                    h('th', {}, text),
                  ),
                  h('th', { class: 'n' }, 'Tasks'),
                  h('th', { class: 'n' }, 'Failed'),
                  about.makesMachines && h('th', { class: 'n' }, 'Cost'),
                  ['Submitted', 'Took', 'Left'].map(text => h('th', {}, text)),
                ),
              ),
              h(
                'tbody',
                {},
                runs.map(run =>
                  h(RunRow, {
                    key: run.id,
                    run,
                    cost: about.makesMachines ? (costs?.get(run.id) ?? '') : undefined,
                    admin: about.role === 'admin',
                    chosen: chosen.has(run.id),
                    choose: () =>
                      setChosen(before => {
                        const next = new Set(before);
                        if (!next.delete(run.id)) next.add(run.id);
                        return next;
                      }),
                  }),
                ),
              ),
            ),
          ),
    h(
      'div',
      { class: 'row' },
      cursor && h('button', { onClick: () => history.back() }, '← Newer'),
      page?.next && h('button', { onClick: () => go({ cursor: page.next }) }, 'Older →'),
    ),
  );
}

/**
 * @param {object} properties
 * @param {RunFilter} properties.filter
 * @param {(changed: Partial<RunFilter> & { cursor?: string }) => void} properties.go
 * @param {boolean} properties.admin
 */
function RunFilters({ filter, go, admin }) {
  const [name, setName] = useState(filter.name ?? '');
  const [label, setLabel] = useState(filter.label ?? '');
  useEffect(() => {
    if (name === (filter.name ?? '') && label === (filter.label ?? '')) return undefined;
    const timer = setTimeout(() => go({ name, label: /^[^=]+=/.test(label) ? label : '' }), 350);
    return () => clearTimeout(timer);
  }, [name, label]);
  return h(
    'form',
    { class: 'row', role: 'search', onSubmit: event => event.preventDefault() },
    h('input', {
      type: 'search',
      placeholder: 'name contains …',
      'aria-label': 'Name contains',
      value: name,
      onInput: event => setName(event.currentTarget.value),
    }),
    h('input', {
      type: 'search',
      placeholder: 'label=value',
      'aria-label': 'Label, as key=value',
      size: 14,
      value: label,
      onInput: event => setLabel(event.currentTarget.value),
    }),
    h(
      'select',
      { 'aria-label': 'State', value: filter.state ?? '', onChange: event => go({ state: event.currentTarget.value }) },
      STATES.map(([value, text]) => h('option', { value }, text)),
    ),
    admin && filter.owner && h('button', { onClick: () => go({ owner: '' }) }, `owner ${filter.owner} ×`),
  );
}

/** @param {{ filtered: boolean }} properties */
function NoRuns({ filtered }) {
  return h(
    'div',
    { class: 'card' },
    filtered
      ? 'No run fits the filter.'
      : [
          h('h2', {}, 'Nothing has been run yet'),
          h(
            'p',
            {},
            'Submit something with ',
            h('code', {}, 'tidewheel run -- echo hello'),
            ', or from the page ',
            h('a', { href: '#/new' }, 'New'),
            '.',
          ),
        ],
  );
}

/**
 * @param {object} properties
 * @param {Answer.Run} properties.run
 * @param {string} [properties.cost] not shown where nothing costs anything
 * @param {boolean} properties.admin
 * @param {boolean} properties.chosen
 * @param {() => void} properties.choose
 */
function RunRow({ run, cost, admin, chosen, choose }) {
  const left = isOver(run)
    ? slack(run)
    : (slack(run) ?? (run.eta ? `≈ ${duration((Date.parse(run.eta) - Date.now()) / 1000)}` : ''));
  return h(
    'tr',
    { 'data-run': run.id },
    h(
      'td',
      {},
      h('input', { type: 'checkbox', checked: chosen, onChange: choose, 'aria-label': `Choose run ${run.id}` }),
    ),
    h('td', { class: 'n' }, h('a', { href: `#/runs/${run.id}` }, run.id)),
    h(
      'td',
      { class: 'name', title: run.name },
      h('a', { href: `#/runs/${run.id}` }, run.name),
      Object.entries(run.labels ?? {})
        .slice(0, 4)
        .map(([key, value]) =>
          h('a', { class: 'dim small', href: '#/runs' + query({ label: `${key}=${value}` }) }, ` ${key}=${value}`),
        ),
    ),
    admin && h('td', { 'data-label': 'owner' }, h('a', { href: '#/runs' + query({ owner: run.owner }) }, run.owner)),
    h('td', {}, run.kind),
    h('td', {}, h(Badge, { state: run.held && !isOver(run) ? 'HELD' : run.state })),
    h('td', {}, h(Progress, { run })),
    h(
      'td',
      { class: 'n', 'data-label': 'tasks' },
      run.iterations === undefined
        ? `${count(run.succeeded + run.failed + run.cancelled)} / ${count(run.size)}`
        : `${count(Math.min(run.stored ?? 0, run.iterations))} / ${count(run.iterations)}`,
    ),
    h(
      'td',
      { class: 'n' + (run.failed ? ' FAILED' : ''), 'data-label': 'failed' },
      run.failed ? count(run.failed) : '',
    ),
    cost !== undefined &&
      h(
        'td',
        { class: 'n', 'data-label': cost === '' || Number(cost) === 0 ? undefined : 'cost', title: cost },
        cost === '' || Number(cost) === 0 ? '' : money(cost),
      ),
    h('td', { class: 'dim short', title: run.created }, ago(run.created)),
    h('td', { class: 'short', 'data-label': 'took' }, lasted(run)),
    h('td', { class: 'short' }, left),
  );
}

// What is done to many runs at once; each is told how it went, and the failures are told together.
/** @param {{ runs: Answer.Run[], clear: () => void, again: () => void }} properties */
function ChosenRuns({ runs, clear, again }) {
  const [busy, setBusy] = useState(false);
  if (runs.length === 0) return null;
  /**
   * @param {Answer.Run[]} some
   * @param {string} path
   * @param {string} word
   * @param {object} body
   */
  const each = async (some, path, word, body) => {
    setBusy(true);
    const failed = [];
    for (const run of some) {
      try {
        await post(`/runs/${run.id}/${path}`, body, path === 'retry');
      } catch (thrown) {
        failed.push(`${run.id}: ${asProblem(thrown).message}`);
      }
    }
    setBusy(false);
    notify(
      `${some.length - failed.length} of ${some.length} runs ${word}` +
        (failed.length ? `; ${failed.slice(0, 3).join('; ')}` : ''),
      failed.length > 0,
    );
    clear();
    again();
  };
  const open = runs.filter(run => !isOver(run));
  const over = runs.filter(run => isOver(run) && run.state !== 'SUCCEEDED');
  return h(
    'div',
    { class: 'row card', role: 'group', 'aria-label': 'Chosen runs' },
    h('span', {}, `${runs.length} chosen`),
    h(
      'button',
      {
        class: 'bad',
        disabled: busy || open.length === 0,
        onClick: async () => {
          if (await confirmed(`Cancel ${open.length} run${open.length > 1 ? 's' : ''}?`, 'Cancel them'))
            each(open, 'cancel', 'cancelled', {});
        },
      },
      `Cancel ${open.length}`,
    ),
    h(
      'button',
      { disabled: busy || over.length === 0, onClick: () => each(over, 'retry', 'retried', { failed: true }) },
      `Retry failed of ${over.length}`,
    ),
    h('button', { disabled: busy || open.length === 0, onClick: () => each(open, 'hold', 'held', {}) }, 'Hold'),
    h(
      'button',
      { disabled: busy || open.length === 0, onClick: () => each(open, 'release', 'released', {}) },
      'Release',
    ),
    h('button', { disabled: busy, onClick: clear }, 'Choose none'),
  );
}
