// The tasks of one run, and one of them with its attempts and its output.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get, post, query, stream } from './api.js';
import { attempt, Badge, isOver, Loading, LogText, moment, ProblemText, REFRESH, typed, useAnswer } from './parts.js';
import { bytes, count, duration } from './numbers.js';
/** @import { QueryValues } from './api.js' */
/** @import { RunPartProperties } from './parts.js' */

/** @param {{ path: `/runs/${string}/explain`, run: { state: string }, needs: unknown[] }} properties */
export function WhyWaiting({ path, run, needs }) {
  const [why, problem] = useAnswer(signal => get(path, signal), needs, isOver(run) ? 0 : REFRESH);
  if (!why) return problem ? h(ProblemText, { problem }) : null;
  const style = why.waiting ? 'why' : why.state === 'FAILED' || why.state === 'CANCELLED' ? 'why broken' : 'why fine';
  return h(
    'section',
    { class: 'card ' + style, 'data-ready': 'why' },
    h('h2', {}, why.waiting ? 'Why it waits' : 'How it stands'),
    h('p', {}, why.sentence),
    (why.reasons ?? []).length > 1 &&
      h(
        'ul',
        {},
        why.reasons.map(cause => h('li', {}, cause.tasks !== undefined ? `${count(cause.tasks)}: ` : '', cause.text)),
      ),
    why.remedy && h('p', {}, h('strong', {}, 'What to do: '), why.remedy),
  );
}

const TASK_STATES = ['', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'];

/** @param {RunPartProperties} properties */
export function RunTasks({ run, wanted }) {
  const state = wanted.get('state') ?? '';
  const cursor = wanted.get('cursor');
  const from = wanted.get('from');
  const [page, problem] = useAnswer(
    signal => get(`/runs/${run.id}/tasks`, signal, { state, cursor, from: cursor ? undefined : from, limit: 50 }),
    [run.id, run.state, state, cursor, from],
    isOver(run) ? 0 : REFRESH,
  );
  /** @param {QueryValues} values */
  const go = values => {
    location.hash = `/runs/${run.id}/tasks` + query(values);
  };
  return h(
    'div',
    {},
    h(
      'form',
      {
        class: 'row',
        onSubmit: event => {
          event.preventDefault();
          go({ state, from: typed(event.currentTarget)('from') });
        },
      },
      h(
        'select',
        { 'aria-label': 'State', value: state, onChange: event => go({ state: event.currentTarget.value }) },
        TASK_STATES.map(value => h('option', { value }, value.toLowerCase() || 'all states')),
      ),
      h('input', {
        type: 'number',
        name: 'from',
        min: 0,
        placeholder: 'from number',
        'aria-label': 'From number',
        defaultValue: from ?? '',
      }),
      h('button', {}, 'Go'),
    ),
    h(ProblemText, { problem }),
    page &&
      h(
        'div',
        { class: 'card scroll' },
        h(
          'table',
          { class: 'stack', 'data-ready': 'tasks' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { class: 'n' }, 'Task'),
              h('th', {}, 'State'),
              h('th', {}, run.kind === 'workflow' ? 'Actions' : 'Parameter'),
              h('th', {}, 'Agent'),
              ['Attempt', 'Waited', 'Ran', 'CPU', 'Memory', 'Exit'].map(name => h('th', { class: 'n' }, name)),
              h('th', {}, 'Message'),
            ),
          ),
          h(
            'tbody',
            {},
            page.items.length === 0
              ? h('tr', {}, h('td', { colspan: 11, class: 'dim' }, 'none'))
              : page.items.map(task =>
                  h(
                    'tr',
                    { key: task.index },
                    h('td', { class: 'n' }, h('a', { href: `#/runs/${run.id}/tasks/${task.index}` }, task.index)),
                    h('td', {}, h(Badge, { state: task.state })),
                    h('td', { class: 'name', title: task.parameter }, (task.actions ?? [task.parameter]).join(', ')),
                    h('td', { class: 'name' }, task.agent ?? ''),
                    [
                      ['attempt', task.attempt || ''],
                      ['waited', task.waitSeconds === undefined ? '' : duration(task.waitSeconds)],
                      ['ran', task.runSeconds === undefined ? '' : duration(task.runSeconds)],
                      ['CPU', task.cpuSeconds === undefined ? '' : duration(task.cpuSeconds)],
                      ['memory', task.peakMemoryBytes === undefined ? '' : bytes(task.peakMemoryBytes)],
                      ['exit', task.exitCode ?? ''],
                    ].map(([label, value]) =>
                      h('td', { class: 'n', 'data-label': value === '' ? undefined : label }, value),
                    ),
                    h(
                      'td',
                      { class: 'name', title: task.message ?? task.reasonText },
                      task.message ?? task.reasonText ?? '',
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
      page?.next && h('button', { onClick: () => go({ state, cursor: page.next }) }, 'Next →'),
    ),
  );
}

// As one would type it; what a shell would take apart stands in quotes.
/** @param {Answer.Command} command */
function commandLine(command) {
  const words = [command.image ?? '', ...(command.arguments ?? [command.runtime ?? ''])].filter(word => word);
  return words.map(word => (/^[\w./:=@%+-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

/** @param {RunPartProperties} properties */
export function RunTask({ run, index, about }) {
  const base = /** @type {const} */ (`/runs/${run.id}/tasks/${encodeURIComponent(index)}`);
  const [task, problem, again] = useAnswer(signal => get(base, signal), [base], isOver(run) ? 0 : REFRESH);
  const [attempts] = useAnswer(signal => get(`${base}/attempts`, signal), [base, task?.attempt]);
  const [which, setWhich] = useState('both');
  if (!task) return h(Loading, { what: `looking for task ${index}`, problem });
  const over = isOver(task);
  /**
   * @param {string} name
   * @param {string | number | undefined} value
   */
  const fact = (name, value) => value !== undefined && value !== '' && [h('dt', {}, name), h('dd', {}, value)];
  /**
   * @param {string} stream
   * @param {number} [kept]
   * @param {number} [written]
   */
  const keptFact = (stream, kept, written) =>
    kept !== undefined && fact(`${stream} that is kept`, `${bytes(kept)} of ${bytes(written ?? kept)}`);
  const command = task.command ? [task.command] : (task.commands ?? []);
  const number = Number(index);
  return h(
    'div',
    { 'data-ready': 'task' },
    h(
      'div',
      { class: 'row between' },
      h('h2', {}, `Task ${index} `, h(Badge, { state: task.state })),
      h(
        'div',
        { class: 'row' },
        number > 0 && h('a', { href: `#/runs/${run.id}/tasks/${number - 1}` }, '← before'),
        number + 1 < run.size && h('a', { href: `#/runs/${run.id}/tasks/${number + 1}` }, 'next →'),
        !over &&
          about.role !== 'read-only' &&
          h(
            'button',
            {
              class: 'bad',
              onClick: async () => {
                if (await attempt(() => post(base + '/cancel'), 'is being cancelled')) again();
              },
            },
            'Cancel this task',
          ),
      ),
    ),
    h(WhyWaiting, { path: `${base}/explain`, run: task, needs: [base, task.state] }),
    h(
      'div',
      { class: 'grid' },
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Facts'),
        h(
          'dl',
          { class: 'facts' },
          fact('parameter', task.actions ? undefined : task.parameter),
          fact('actions', task.actions?.join(', ')),
          fact('agent', task.agent && `${task.agent} on ${task.host}`),
          fact('attempt', task.attempt),
          fact('lost with an agent', task.losses || undefined),
          fact('added', moment(task.added)),
          fact('started', task.started && moment(task.started)),
          fact('finished', task.finished && moment(task.finished)),
          fact('waited', task.waitSeconds !== undefined ? duration(task.waitSeconds) : undefined),
          fact('ran', task.runSeconds !== undefined ? duration(task.runSeconds) : undefined),
          fact('CPU time', task.cpuSeconds !== undefined ? duration(task.cpuSeconds) : undefined),
          fact('peak memory', task.peakMemoryBytes !== undefined ? bytes(task.peakMemoryBytes) : undefined),
          fact('exit code', task.exitCode),
          keptFact('stdout', task.stdoutKept, task.stdoutBytes),
          keptFact('stderr', task.stderrKept, task.stderrBytes),
          fact('signal', task.signal),
          fact('message', task.message),
          fact('taken over from', task.reused),
        ),
        command.map(each => h('pre', { class: 'log short' }, commandLine(each))),
      ),
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Earlier attempts'),
        !attempts || attempts.items.length === 0
          ? h('p', { class: 'dim' }, 'none failed')
          : h(
              'div',
              { class: 'scroll' },
              h(
                'table',
                {},
                h(
                  'tbody',
                  {},
                  attempts.items.map(each =>
                    h(
                      'tr',
                      {},
                      h('td', { class: 'n' }, each.number),
                      h(
                        'td',
                        {},
                        each.reason.toLowerCase().replaceAll('_', ' '),
                        each.reason === 'EXIT_CODE' ? ` (${each.exitCode})` : '',
                      ),
                      h('td', {}, each.agent),
                      h('td', { class: 'dim' }, moment(each.ended)),
                      h('td', { class: 'name', title: each.message }, each.message),
                    ),
                  ),
                ),
              ),
            ),
        task.steps && [
          h('h3', {}, 'Commands'),
          h(
            'div',
            { class: 'scroll' },
            h(
              'table',
              {},
              h(
                'tbody',
                {},
                task.steps.map(step =>
                  h(
                    'tr',
                    {},
                    h('td', { class: 'name' }, step.label),
                    h('td', { class: 'n' }, duration(step.runSeconds)),
                    h('td', { class: 'n' }, `exit ${step.exitCode}`),
                  ),
                ),
              ),
            ),
          ),
        ],
        task.files && [
          h('h3', {}, 'Files it made'),
          h(
            'ul',
            {},
            task.files
              .slice(0, 100)
              .map(file =>
                h(
                  'li',
                  { class: 'mono' },
                  file.path,
                  h('span', { class: 'dim' }, ` ${bytes(file.size)}${file.stored ? ', a result' : ''}`),
                ),
              ),
          ),
        ],
      ),
    ),
    h(
      'section',
      { class: 'card' },
      h(
        'div',
        { class: 'row between' },
        h('h2', {}, 'Output'),
        h(
          'select',
          { 'aria-label': 'Stream', value: which, onChange: event => setWhich(event.currentTarget.value) },
          ['both', 'stdout', 'stderr'].map(value => h('option', { value }, value)),
        ),
      ),
      h(LogText, {
        needs: [base, which, over],
        follow: (signal, take) =>
          stream(
            base + '/logs' + query({ stream: which, tail: 2000, follow: over ? undefined : 'true' }),
            signal,
            take,
          ),
      }),
    ),
  );
}
