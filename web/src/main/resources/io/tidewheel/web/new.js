// Submits tasks, an iterative job or a workflow. What the server finds wrong with a workflow is told while it is
// written.
import { h } from './preact.js';
import { useEffect, useRef, useState } from './hooks.js';
import { asProblem, post } from './api.js';
import { notify, typed } from './parts.js';
/** @import { ComponentChildren, JSX } from './preact.js' */
/** @import { Problem } from './api.js' */

const SAMPLE = `api: 4.7.0
name: hello
vars:
  - id: greeting
    value: hello
  - id: written
actions:
  - type: execute
    service: greet
    inputs:
      - id: words
        var: greeting
    outputs:
      - id: file
        var: written
        store: true
`;
const SAMPLE_SERVICES = `- id: greet
  name: Greet
  description: Writes words into a file
  path: /bin/sh
  runtime: other
  parameters:
    - id: script
      name: Script
      description: what the shell does
      type: input
      cardinality: 1..1
      label: -c
      default: 'echo "$1" > "$2"'
    - {id: zero, name: Zero, description: the name of the script, type: input, cardinality: 1..1, default: greet}
    - {id: words, name: Words, description: what to write, type: input, cardinality: 1..1}
    - {id: file, name: File, description: where to write it, type: output, cardinality: 1..1, dataType: file}
`;

export function NewPage() {
  const [kind, setKind] = useState('task');
  return h(
    'div',
    { 'data-ready': 'new' },
    h('h1', {}, 'New run'),
    h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'What to submit' },
      [
        ['task', 'Tasks'],
        ['job', 'Job'],
        ['workflow', 'Workflow'],
      ].map(([key, label]) =>
        h(
          'a',
          {
            href: '#/new',
            'aria-current': key === kind ? 'page' : undefined,
            onClick: event => {
              event.preventDefault();
              setKind(key);
            },
          },
          label,
        ),
      ),
    ),
    kind === 'task' ? h(TaskForm) : kind === 'job' ? h(JobForm) : h(WorkflowForm),
  );
}

// Words as a shell would see them: quotes and backslashes, nothing else.
/** @param {string} line */
function words(line) {
  /** @type {string[]} */
  const found = [];
  /** @type {string | null} */
  let word = null;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    if (quote) {
      if (sign === quote) quote = '';
      else word = (word ?? '') + (sign === '\\' && quote === '"' && i + 1 < line.length ? line[++i] : sign);
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (sign === '\\' && i + 1 < line.length) word = (word ?? '') + line[++i];
    else if (/\s/.test(sign)) {
      if (word !== null) found.push(word);
      word = null;
    } else word = (word ?? '') + sign;
  }
  if (quote) throw new Error(`a ${quote} is opened and never closed`);
  if (word !== null) found.push(word);
  return found;
}

/** @typedef {(name: string) => string} Fields */
/** @typedef {Record<string, unknown>} Request */

/** @param {Fields} field */
function commandOf(field) {
  const line = field('command');
  const command = field('shell') ? ['/bin/sh', '-c', line] : words(line);
  if (command.length === 0 || line.trim() === '') throw new Error('give a command');
  return command;
}

// An empty field says nothing.
/**
 * @param {Request} asked
 * @param {string} name
 * @param {string} value
 */
function put(asked, name, value) {
  if (value !== '') asked[name] = value;
}

// What tasks and jobs have in common.
/**
 * @param {Fields} field
 * @returns {Request}
 */
function common(field) {
  /** @type {Request} */
  const asked = { command: commandOf(field) };
  put(asked, 'name', field('name').trim());
  const requires = split(field('requires'));
  if (requires.length) asked.requires = requires;
  put(asked, 'maxRuntime', field('maxRuntime').trim());
  put(asked, 'deadline', field('deadline').trim());
  if (field('priority') !== '0') asked.priority = Number(field('priority'));
  const labels = split(field('labels')).filter(each => each.includes('='));
  if (labels.length) asked.labels = Object.fromEntries(labels.map(each => [before(each), after(each)]));
  return asked;
}

/** @param {string} list */
const split = list => list.split(/[\s,]+/).filter(each => each);
/** @param {string} label */
const before = label => label.slice(0, label.indexOf('='));
/** @param {string} label */
const after = label => label.slice(label.indexOf('=') + 1);

/** @param {Fields} field */
function tasksOf(field) {
  const asked = common(field);
  put(asked, 'array', field('array').trim());
  const items = field('items')
    .split('\n')
    .filter(item => item !== '');
  if (items.length) asked.items = items;
  if (field('attempts') !== '1') asked.retry = { maxAttempts: Number(field('attempts')) };
  return asked;
}

/** @param {Fields} field */
function jobOf(field) {
  const asked = common(field);
  put(asked, 'iterations', field('iterations').trim());
  put(asked, 'target', field('target').trim());
  asked.partitions = Number(field('partitions'));
  asked.maxPartitions = Number(field('maxPartitions'));
  if (field('merge').trim()) asked.merge = ['/bin/sh', '-c', field('merge')];
  return asked;
}

/**
 * @param {'/runs' | '/jobs' | '/workflows'} path
 * @param {Request} body
 * @param {(problem: Problem) => void} tell
 */
async function send(path, body, tell) {
  try {
    const run = await post(path, body, true);
    notify(`run ${run.id} is accepted` + (run.warnings?.length ? `; ${run.warnings.length} warnings` : ''));
    location.hash = `/runs/${run.id}`;
  } catch (thrown) {
    tell(asProblem(thrown));
  }
}

// A form that sends what its fields say; what is wrong stands above the button.
/**
 * @param {object} properties
 * @param {'/runs' | '/jobs'} properties.path
 * @param {(field: Fields) => Request} properties.read
 * @param {ComponentChildren} [properties.children]
 */
function RunForm({ path, read, children }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  /** @param {Fields} fields */
  const submit = async fields => {
    setProblem('');
    let body;
    try {
      body = read(fields);
    } catch (wrong) {
      setProblem(asProblem(wrong).message);
      return;
    }
    setBusy(true);
    await send(path, body, ({ message, errors }) =>
      setProblem([message, ...errors.map(each => each.message)].filter(text => text).join('; ')),
    );
    setBusy(false);
  };
  return h(
    'form',
    {
      class: 'card',
      onSubmit: event => {
        event.preventDefault();
        submit(typed(event.currentTarget));
      },
    },
    h('div', { class: 'form' }, children),
    problem && h('p', { class: 'FAILED', role: 'alert' }, problem),
    h('button', { class: 'main', disabled: busy }, 'Submit'),
  );
}

/**
 * @param {string} label
 * @param {string} name
 * @param {JSX.IntrinsicElements['input']} [more]
 * @param {string} [help]
 */
const field = (label, name, more = {}, help) =>
  h('label', { class: 'field' }, label, h('input', { name, title: help, ...more }));
/** @param {string} label */
const command = label => [
  h(
    'label',
    { class: 'field wide' },
    label,
    h('input', {
      name: 'command',
      class: 'mono',
      required: true,
      placeholder: 'echo hello {}',
      spellcheck: false,
      autofocus: true,
    }),
  ),
  h(
    'label',
    { class: 'wide small' },
    h('input', { type: 'checkbox', name: 'shell' }),
    ' let a shell read it (pipes, variables, several commands)',
  ),
];
const usual = () => [
  field('Longest run time', 'maxRuntime', { placeholder: '10m' }),
  field('Deadline of the run', 'deadline', { placeholder: '2h' }),
  field('Priority', 'priority', { type: 'number', defaultValue: 0 }),
  field('Labels', 'labels', { placeholder: 'project=apollo' }),
];

function TaskForm() {
  return h(
    RunForm,
    { path: '/runs', read: tasksOf },
    command('Command (every {} stands for the number or line of the task)'),
    field('Name', 'name', { placeholder: 'from the command' }),
    field('Numbers', 'array', { placeholder: '1-100' }, 'a task for each number'),
    field('Required capabilities', 'requires', { placeholder: 'gpu, docker' }),
    field('Attempts', 'attempts', { type: 'number', min: 1, max: 1000, defaultValue: 1 }),
    usual(),
    h(
      'label',
      { class: 'field wide' },
      'Lines, instead of numbers: a task for each',
      h('textarea', { name: 'items', rows: 4, class: 'mono', spellcheck: false }),
    ),
  );
}

function JobForm() {
  return h(
    RunForm,
    { path: '/jobs', read: jobOf },
    h(
      'p',
      { class: 'wide dim small' },
      'So many independent iterations, split into partitions that are told, while they run, how many to do.',
    ),
    command('Command of each partition (every {} stands for its number)'),
    field('Iterations', 'iterations', { required: true, placeholder: '1e6', inputmode: 'numeric' }),
    field(
      'Target time',
      'target',
      { placeholder: '2h' },
      'to be done so long after the first task begins; without one it is split once',
    ),
    field('Partitions at first', 'partitions', { type: 'number', min: 1, max: 1000, defaultValue: 2 }),
    field('Partitions at most', 'maxPartitions', { type: 'number', min: 1, max: 1000, defaultValue: 10 }),
    field('Name', 'name', { placeholder: 'from the command' }),
    field('Required capabilities', 'requires', { placeholder: 'gpu, docker' }),
    usual(),
    h(
      'label',
      { class: 'field wide' },
      'A line of shell at the end, with the results in $TIDEWHEEL_SCRATCH/results',
      h('input', {
        name: 'merge',
        class: 'mono',
        spellcheck: false,
        placeholder: 'cat "$TIDEWHEEL_SCRATCH"/results/*',
      }),
    ),
  );
}

/** @typedef {Answer.Finding & { error: boolean }} MarkedFinding */

/**
 * @param {object} properties
 * @param {string} properties.label
 * @param {string} properties.value
 * @param {(value: string) => void} properties.change
 * @param {MarkedFinding[]} properties.findings
 */
function TextEditor({ label, value, change, findings }) {
  const numbers = useRef(/** @type {HTMLPreElement | null} */ (null));
  const lines = value.split('\n').length;
  /** @type {Map<number, MarkedFinding>} */
  const marks = new Map();
  for (const finding of findings) if (!marks.has(finding.line) || finding.error) marks.set(finding.line, finding);
  return h(
    'div',
    { class: 'editor' },
    h(
      'pre',
      { ref: numbers, 'aria-hidden': true },
      Array.from({ length: Math.min(lines, 20_000) }, (_, i) => {
        const mark = marks.get(i + 1);
        return [
          h('span', { class: mark ? (mark.error ? 'bad' : 'warn') : undefined, title: mark?.message }, i + 1),
          '\n',
        ];
      }),
    ),
    h('textarea', {
      'aria-label': label,
      spellcheck: false,
      value,
      wrap: 'off',
      onInput: event => change(event.currentTarget.value),
      onScroll: event => {
        if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
      },
    }),
  );
}

/** @param {{ all: MarkedFinding[] }} properties */
function FindingsList({ all }) {
  return h(
    'ul',
    { class: 'findings', 'aria-live': 'polite' },
    all
      .slice(0, 50)
      .map(each =>
        h(
          'li',
          { class: each.error ? undefined : 'warn' },
          h('strong', {}, `${each.file}:${each.line}:${each.column} `),
          each.message,
          each.remedy && h('div', { class: 'dim small' }, each.remedy),
        ),
      ),
  );
}

/** @type {Answer.Findings & { checked: boolean }} */
const NOT_CHECKED = { errors: [], warnings: [], checked: false };

function WorkflowForm() {
  const [source, setSource] = useState(sessionStorage.getItem('tidewheel.draft') ?? SAMPLE);
  const [services, setServices] = useState(sessionStorage.getItem('tidewheel.draft.services') ?? SAMPLE_SERVICES);
  const [findings, setFindings] = useState(NOT_CHECKED);
  const [problem, setProblem] = useState('');
  const body = () => ({
    source,
    file: 'workflow',
    services: services.trim() ? [{ name: 'services', text: services }] : [],
  });
  useEffect(() => {
    sessionStorage.setItem('tidewheel.draft', source);
    sessionStorage.setItem('tidewheel.draft.services', services);
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const found = await post('/workflows/lint', body());
        if (!late) {
          setFindings({ ...found, checked: true });
          setProblem('');
        }
      } catch (thrown) {
        if (!late) setProblem(asProblem(thrown).message);
      }
    }, 400);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [source, services]);
  const all = [
    ...findings.errors.map(each => ({ ...each, error: true })),
    ...findings.warnings.map(each => ({ ...each, error: false })),
  ];
  const submit = () =>
    send('/workflows', body(), problem => {
      setProblem(problem.message);
      if (problem.errors.length) setFindings({ errors: problem.errors, warnings: [], checked: true });
    });
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'grid' },
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Workflow'),
        h(TextEditor, {
          label: 'Workflow',
          value: source,
          change: setSource,
          findings: all.filter(each => each.file === 'workflow'),
        }),
      ),
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Services it brings along'),
        h(TextEditor, {
          label: 'Services',
          value: services,
          change: setServices,
          findings: all.filter(each => each.file === 'services'),
        }),
      ),
    ),
    h(
      'section',
      { class: 'card', 'data-ready': findings.checked ? 'lint' : undefined },
      h(
        'h2',
        {},
        !findings.checked
          ? 'Checking …'
          : findings.errors.length
            ? findings.errors.length === 1
              ? 'One mistake'
              : `${findings.errors.length} mistakes`
            : findings.warnings.length
              ? 'It can be run, but should be looked at'
              : 'No mistakes found',
      ),
      h(FindingsList, { all }),
      problem && h('p', { class: 'FAILED', role: 'alert' }, problem),
      h('button', { class: 'main', onClick: submit, disabled: findings.errors.length > 0 }, 'Submit'),
    ),
  );
}
