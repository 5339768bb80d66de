// What waits, by what it requires, and who could do it.
import { h } from './preact.js';
import { get } from './api.js';
import { ago, Bar, EVERY, Loading, ProblemText, useAnswer } from './parts.js';
import { count } from './numbers.js';

export function QueuesPage() {
  const [data, problem] = useAnswer(signal => get('/queues', signal), [], EVERY);
  if (!data) return h(Loading, { what: 'looking at what waits', problem });
  const most = Math.max(1, ...data.items.map(queue => queue.tasks));
  const sorted = [...data.items].sort((a, b) => b.tasks - a.tasks).slice(0, 200);
  return h(
    'div',
    { 'data-ready': 'queues' },
    h('h1', {}, 'Queues'),
    h('p', { class: 'dim' }, 'What waits, by the capabilities it requires, and whether somebody offers them.'),
    h(ProblemText, { problem }),
    sorted.length === 0
      ? h('p', { class: 'card why fine' }, 'Nothing waits.')
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
                h('th', {}, 'Requires'),
                h('th', { class: 'n' }, 'Tasks waiting'),
                h('th', {}, ''),
                h('th', {}, 'Waiting since'),
                h('th', {}, 'Who can do it'),
              ),
            ),
            h(
              'tbody',
              {},
              sorted.map(queue =>
                h(
                  'tr',
                  { key: queue.requires.join() },
                  h(
                    'td',
                    {},
                    queue.requires.length
                      ? queue.requires.map(name => [h('span', { class: 'badge' }, name), ' '])
                      : h('span', { class: 'dim' }, 'nothing special'),
                  ),
                  h('td', { class: 'n' }, count(queue.tasks)),
                  h(
                    'td',
                    { style: { minWidth: '8rem' } },
                    h(Bar, { part: queue.tasks / most, style: queue.offered ? 'run' : 'bad' }),
                  ),
                  h(
                    'td',
                    { 'data-label': 'since' },
                    queue.oldestRun
                      ? [
                          ago(queue.since),
                          ' (',
                          h('a', { href: `#/runs/${queue.oldestRun}` }, `run ${queue.oldestRun}`),
                          ')',
                        ]
                      : '–',
                  ),
                  h(
                    'td',
                    {},
                    queue.offered
                      ? h('span', { class: 'SUCCEEDED' }, 'agents that are present')
                      : queue.onDemand
                        ? h('span', { class: 'QUEUED' }, 'machines are made for it')
                        : h('span', { class: 'FAILED' }, 'nobody: start an agent that offers it'),
                  ),
                ),
              ),
            ),
          ),
        ),
  );
}
