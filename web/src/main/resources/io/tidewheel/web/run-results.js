// What one run has printed, returned and stored, and the text that it was made from.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { blob, get, query, stream, text } from './api.js';
import { attempt, Badge, isOver, Loading, LogText, plain, REFRESH, typed, useAnswer } from './parts.js';
import { bytes, count } from './numbers.js';
/** @import { RunPartProperties } from './parts.js' */

/** @param {RunPartProperties} properties */
export function RunOutput({ run }) {
  const [grep, setGrep] = useState('');
  const over = isOver(run);
  const [cut] = useAnswer(
    signal => get(`/runs/${run.id}/logs/cut`, signal, { limit: 20 }),
    [run.id, run.state],
    over ? 0 : 2 * REFRESH,
  );
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Output of all tasks'),
    cut &&
      cut.items.length > 0 &&
      h(
        'div',
        { 'data-ready': 'cut' },
        h('p', {}, 'Not all of it is kept:'),
        h(
          'ul',
          { class: 'small' },
          cut.items.map(each =>
            h(
              'li',
              {},
              h('a', { href: `#/runs/${run.id}/tasks/${each.index}` }, `task ${each.index}`),
              ` ${each.stream}: ${bytes(each.kept)} of ${bytes(each.written)}`,
            ),
          ),
          cut.more && h('li', {}, '… and more'),
        ),
      ),
    h(
      'form',
      {
        class: 'row',
        onSubmit: event => {
          event.preventDefault();
          setGrep(typed(event.currentTarget)('grep'));
        },
      },
      h('input', { type: 'search', name: 'grep', placeholder: 'only lines with …', 'aria-label': 'Only lines with' }),
      h('button', {}, 'Show'),
    ),
    // A finished run of very many tasks that are known to have printed nothing is not searched for what they printed.
    h(LogText, {
      needs: [run.id, grep, over],
      follow: (signal, take) =>
        over && run.logBytes === 0
          ? Promise.resolve()
          : limited(`/runs/${run.id}/logs` + query({ grep, follow: over ? undefined : 'true' }), signal, take),
    }),
  );
}

// What tasks returned, and the files that a workflow has made; those that it was to keep are its results.
/** @param {RunPartProperties} properties */
export function RunResults({ run, wanted }) {
  return h('div', {}, h(StoredResults, { run }), h(ReturnedResults, { run, wanted }));
}

// Everything that is kept and can be fetched: of tasks, partitions, workflows and foreign sites.
/** @param {{ run: Answer.Run }} properties */
function StoredResults({ run }) {
  const [page, problem] = useAnswer(
    signal => get(`/runs/${run.id}/stored`, signal, { limit: 1000 }),
    [run.id, run.state],
    isOver(run) ? 0 : 2 * REFRESH,
  );
  if (!page) return h(Loading, { what: 'looking for what is stored', problem });
  if (page.items.length === 0) return h('p', { class: 'card dim' }, 'Nothing is stored.');
  /**
   * @param {Answer.StoredResult} item
   * @param {string} url
   */
  const fetched = (item, url) =>
    attempt(
      async () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(await blob(url.replace(/^\/api\/v1/, '')));
        link.download = item.name.replaceAll('/', '-');
        link.click();
        URL.revokeObjectURL(link.href);
      },
      `saved as ${item.name.replaceAll('/', '-')}`,
    );
  /** @param {Answer.StoredResult} item */
  const origin = item =>
    item.variable ?? (item.partition !== undefined ? `partition ${item.partition}` : `task ${item.task}`);
  return h(
    'section',
    { class: 'card scroll', 'data-ready': 'stored' },
    h('h2', {}, 'Stored'),
    h(
      'table',
      { class: 'stack' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', {}, 'Of'),
          h('th', {}, 'Name'),
          h('th', { class: 'n' }, 'Size'),
          h('th', {}, 'SHA-256'),
          h('th', {}, 'Preview'),
          h('th'),
        ),
      ),
      h(
        'tbody',
        {},
        page.items.map((item, i) =>
          h(
            'tr',
            { key: i },
            h('td', {}, origin(item)),
            h('td', { class: 'name mono' }, item.name),
            h('td', { class: 'n', 'data-label': 'size' }, bytes(item.size)),
            h('td', { class: 'mono dim', title: item.sha256 }, item.sha256?.slice(0, 12) ?? ''),
            h('td', { class: 'name mono' }, item.preview === undefined ? '' : plain(item.preview)),
            h(
              'td',
              {},
              item.url
                ? h('button', { class: 'download', onClick: () => fetched(item, item.url ?? '') }, 'Download')
                : h('span', { class: 'dim small' }, item.unavailable ?? ''),
            ),
          ),
        ),
      ),
    ),
    page.next && h('p', { class: 'dim small' }, 'There is more: ', h('code', {}, `tidewheel results ${run.id}`)),
  );
}

/** @param {{ run: Answer.Run, wanted: URLSearchParams }} properties */
function ReturnedResults({ run, wanted }) {
  const cursor = wanted.get('cursor');
  const [page, problem] = useAnswer(
    signal => get(`/runs/${run.id}/results`, signal, { cursor, limit: 50 }),
    [run.id, run.state, cursor],
    isOver(run) ? 0 : 2 * REFRESH,
  );
  if (!page) return h(Loading, { what: 'looking for results', problem });
  const some = page.items.filter(item => item.result !== undefined || (item.files ?? []).length > 0);
  return h(
    'div',
    { 'data-ready': 'results' },
    some.length === 0
      ? h(
          'p',
          { class: 'card dim' },
          'No task of this part of the run has returned anything or made a file that is told.',
        )
      : h(
          'div',
          { class: 'card scroll' },
          h(
            'table',
            { class: 'stack' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                h('th', { class: 'n' }, 'Task'),
                h('th', {}, 'State'),
                h('th', {}, 'Returned'),
                h('th', {}, 'Files'),
              ),
            ),
            h(
              'tbody',
              {},
              some.map(item =>
                h(
                  'tr',
                  { key: item.index },
                  h('td', { class: 'n' }, h('a', { href: `#/runs/${run.id}/tasks/${item.index}` }, item.index)),
                  h('td', {}, h(Badge, { state: item.state })),
                  h(
                    'td',
                    { class: 'name mono' },
                    item.result === undefined ? '' : plain(decoded(item.result).slice(0, 400)),
                  ),
                  h(
                    'td',
                    {},
                    (item.files ?? [])
                      .slice(0, 20)
                      .map(file =>
                        h(
                          'div',
                          { class: 'mono' },
                          file.stored ? h('strong', {}, file.path) : file.path,
                          h('span', { class: 'dim' }, ` ${bytes(file.size)}${file.stored ? ', a result' : ''}`),
                        ),
                      ),
                  ),
                ),
              ),
            ),
          ),
        ),
    h(
      'div',
      { class: 'row' },
      cursor && h('button', { onClick: () => history.back() }, '← Before'),
      page.next &&
        h(
          'button',
          {
            onClick: () => {
              location.hash = `/runs/${run.id}/results` + query({ cursor: page.next });
            },
          },
          'Next →',
        ),
    ),
  );
}

/** @param {string} base64 */
function decoded(base64) {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), sign => sign.charCodeAt(0)));
}

// The output of a large run can be larger than any browser: enough is enough.
const MOST = 8 << 20;

/**
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(piece: string) => void} take
 */
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

// A workflow may have a hundred thousand lines: nobody waits for those after the first thousands without having asked
// for them.
const MOST_LINES = 2_000;

/** @param {RunPartProperties} properties */
export function RunSource({ run }) {
  const [source, problem] = useAnswer(signal => text(`/runs/${run.id}/source`, signal), [run.id]);
  const [all, setAll] = useState(false);
  if (source === null) return h(Loading, { what: 'reading', problem });
  const lines = source.slice(0, 4 << 20).split('\n');
  return h(
    'section',
    { class: 'card', 'data-ready': 'source' },
    h('pre', { class: 'log', tabindex: 0 }, (all ? lines : lines.slice(0, MOST_LINES)).map(plain).join('\n')),
    !all &&
      lines.length > MOST_LINES &&
      h('button', { onClick: () => setAll(true) }, `Show all ${count(lines.length)} lines`),
  );
}
