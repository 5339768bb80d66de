// Submits tasks, an iterative job or a workflow. What the server finds wrong with a workflow is told while it is written.
import { h } from './preact.js';
import { useEffect, useRef, useState } from './hooks.js';
import { post } from './api.js';
import { notify } from './parts.js';

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
    - {id: script, name: Script, description: what the shell does, type: input, cardinality: 1..1, label: -c, default: 'echo "$1" > "$2"'}
    - {id: zero, name: Zero, description: the name of the script, type: input, cardinality: 1..1, default: greet}
    - {id: words, name: Words, description: what to write, type: input, cardinality: 1..1}
    - {id: file, name: File, description: where to write it, type: output, cardinality: 1..1, dataType: file}
`;

export function Submit() {
  const [kind, setKind] = useState('task');
  return h('div', { 'data-ready': 'new' }, h('h1', {}, 'New run'),
    h('div', { class: 'tabs', role: 'group', 'aria-label': 'What to submit' }, [['task', 'Tasks'], ['job', 'Job'], ['workflow', 'Workflow']].map(([key, label]) =>
      h('a', { href: '#/new', 'aria-current': key === kind ? 'page' : undefined, onClick: event => { event.preventDefault(); setKind(key); } }, label))),
    kind === 'task' ? h(TaskForm) : kind === 'job' ? h(JobForm) : h(WorkflowForm));
}

// Words as a shell would see them: quotes and backslashes, nothing else.
export function words(line) {
  const found = [];
  let word = null, quote = null;
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    if (quote) {
      if (sign === quote) quote = null;
      else if (sign === '\\' && quote === '"' && i + 1 < line.length) word += line[++i];
      else word += sign;
    } else if (sign === '"' || sign === "'") { quote = sign; word ??= ''; }
    else if (sign === '\\' && i + 1 < line.length) word = (word ?? '') + line[++i];
    else if (/\s/.test(sign)) { if (word !== null) found.push(word); word = null; }
    else word = (word ?? '') + sign;
  }
  if (quote) throw new Error(`a ${quote} is opened and never closed`);
  if (word !== null) found.push(word);
  return found;
}

function commandOf(fields) {
  const line = fields.get('command');
  const command = fields.get('shell') ? ['/bin/sh', '-c', line] : words(line);
  if (command.length === 0 || line.trim() === '') throw new Error('give a command');
  return command;
}

// An empty field says nothing.
function put(asked, name, value) {
  if (value !== '' && value !== null) asked[name] = value;
}

// What tasks and jobs have in common.
function common(fields) {
  const asked = { command: commandOf(fields) };
  put(asked, 'name', fields.get('name').trim());
  const requires = fields.get('requires').split(/[\s,]+/).filter(name => name);
  if (requires.length) asked.requires = requires;
  put(asked, 'maxRuntime', fields.get('maxRuntime').trim());
  put(asked, 'deadline', fields.get('deadline').trim());
  if (fields.get('priority') !== '0') asked.priority = Number(fields.get('priority'));
  const labels = fields.get('labels').split(/[\s,]+/).filter(each => each.includes('=')).map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  if (labels.length) asked.labels = Object.fromEntries(labels);
  return asked;
}

function tasksOf(fields) {
  const asked = common(fields);
  put(asked, 'array', fields.get('array').trim());
  const items = fields.get('items').split('\n').filter(item => item !== '');
  if (items.length) asked.items = items;
  if (fields.get('attempts') !== '1') asked.retry = { maxAttempts: Number(fields.get('attempts')) };
  return asked;
}

function jobOf(fields) {
  const asked = common(fields);
  put(asked, 'iterations', fields.get('iterations').trim());
  put(asked, 'target', fields.get('target').trim());
  asked.partitions = Number(fields.get('partitions'));
  asked.maxPartitions = Number(fields.get('maxPartitions'));
  if (fields.get('merge').trim()) asked.merge = ['/bin/sh', '-c', fields.get('merge')];
  return asked;
}

async function send(path, body, tell) {
  try {
    const run = await post(path, body, true);
    notify(`run ${run.id} is accepted` + (run.warnings?.length ? `; ${run.warnings.length} warnings` : ''));
    location.hash = `/runs/${run.id}`;
  } catch (trouble) {
    tell(trouble);
  }
}

// A form that sends what its fields say; what is wrong stands above the button.
function Form({ path, read, children }) {
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async event => {
    event.preventDefault();
    setTrouble('');
    let body;
    try {
      body = read(new FormData(event.target));
    } catch (wrong) {
      return setTrouble(wrong.message);
    }
    setBusy(true);
    await send(path, body, problem => setTrouble([problem.message, ...problem.errors.map(each => each.message ?? '')].filter(text => text).join('; ')));
    setBusy(false);
  };
  return h('form', { class: 'card', onSubmit: submit }, h('div', { class: 'form' }, children),
    trouble && h('p', { class: 'FAILED', role: 'alert' }, trouble),
    h('button', { class: 'main', disabled: busy }, 'Submit'));
}

const field = (label, name, more = {}, help) => h('label', { class: 'field' }, label, h('input', { name, title: help, ...more }));
const command = label => [
  h('label', { class: 'field wide' }, label, h('input', { name: 'command', class: 'mono', required: true, placeholder: 'echo hello {}', spellcheck: false, autofocus: true })),
  h('label', { class: 'wide small' }, h('input', { type: 'checkbox', name: 'shell' }), ' let a shell read it (pipes, variables, several commands)')];
const usual = () => [field('Longest run time', 'maxRuntime', { placeholder: '10m' }), field('Deadline of the run', 'deadline', { placeholder: '2h' }), field('Priority', 'priority', { type: 'number', defaultValue: 0 }), field('Labels', 'labels', { placeholder: 'project=apollo' })];

function TaskForm() {
  return h(Form, { path: '/runs', read: tasksOf },
    command('Command (every {} stands for the number or line of the task)'),
    field('Name', 'name', { placeholder: 'from the command' }), field('Numbers', 'array', { placeholder: '1-100' }, 'a task for each number'),
    field('Required capabilities', 'requires', { placeholder: 'gpu, docker' }), field('Attempts', 'attempts', { type: 'number', min: 1, max: 1000, defaultValue: 1 }), usual(),
    h('label', { class: 'field wide' }, 'Lines, instead of numbers: a task for each', h('textarea', { name: 'items', rows: 4, class: 'mono', spellcheck: false })));
}

function JobForm() {
  return h(Form, { path: '/jobs', read: jobOf },
    h('p', { class: 'wide dim small' }, 'So many independent iterations, split into partitions that are told, while they run, how many to do.'),
    command('Command of each partition (every {} stands for its number)'),
    field('Iterations', 'iterations', { required: true, placeholder: '1e6', inputmode: 'numeric' }), field('Target time', 'target', { placeholder: '2h' }, 'to be done so long after the first task begins; without one it is split once'),
    field('Partitions at first', 'partitions', { type: 'number', min: 1, max: 1000, defaultValue: 2 }), field('Partitions at most', 'maxPartitions', { type: 'number', min: 1, max: 1000, defaultValue: 10 }),
    field('Name', 'name', { placeholder: 'from the command' }), field('Required capabilities', 'requires', { placeholder: 'gpu, docker' }), usual(),
    h('label', { class: 'field wide' }, 'A line of shell at the end, with the results in $TIDEWHEEL_SCRATCH/results', h('input', { name: 'merge', class: 'mono', spellcheck: false, placeholder: 'cat "$TIDEWHEEL_SCRATCH"/results/*' })));
}

function Editor({ label, value, change, findings }) {
  const numbers = useRef(null), area = useRef(null);
  const lines = value.split('\n').length;
  const marks = new Map();
  for (const finding of findings) if (!marks.has(finding.line) || finding.error) marks.set(finding.line, finding);
  return h('div', { class: 'editor' },
    h('pre', { ref: numbers, 'aria-hidden': true }, Array.from({ length: Math.min(lines, 20_000) }, (_, i) => {
      const mark = marks.get(i + 1);
      return [h('span', { class: mark ? (mark.error ? 'bad' : 'warn') : undefined, title: mark?.message }, i + 1), '\n'];
    })),
    h('textarea', { ref: area, 'aria-label': label, spellcheck: false, value, wrap: 'off', onInput: event => change(event.target.value), onScroll: () => { numbers.current.scrollTop = area.current.scrollTop; } }));
}

function Findings({ all }) {
  return h('ul', { class: 'findings', 'aria-live': 'polite' }, all.slice(0, 50).map(each => h('li', { class: each.error ? undefined : 'warn' },
    h('strong', {}, `${each.file}:${each.line}:${each.column} `), each.message, each.remedy && h('div', { class: 'dim small' }, each.remedy))));
}

function WorkflowForm() {
  const [source, setSource] = useState(sessionStorage.getItem('tidewheel.draft') ?? SAMPLE);
  const [services, setServices] = useState(sessionStorage.getItem('tidewheel.draft.services') ?? SAMPLE_SERVICES);
  const [findings, setFindings] = useState({ errors: [], warnings: [], checked: false });
  const [trouble, setTrouble] = useState('');
  const body = () => ({ source, file: 'workflow', services: services.trim() ? [{ name: 'services', text: services }] : [] });
  useEffect(() => {
    sessionStorage.setItem('tidewheel.draft', source);
    sessionStorage.setItem('tidewheel.draft.services', services);
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const found = await post('/workflows/lint', body());
        if (!late) { setFindings({ ...found, checked: true }); setTrouble(''); }
      } catch (problem) {
        if (!late) setTrouble(problem.message);
      }
    }, 400);
    return () => { late = true; clearTimeout(timer); };
  }, [source, services]);
  const all = [...findings.errors.map(each => ({ ...each, error: true })), ...findings.warnings.map(each => ({ ...each, error: false }))];
  const submit = () => send('/workflows', body(), problem => { setTrouble(problem.message); if (problem.errors.length) setFindings({ errors: problem.errors, warnings: [], checked: true }); });
  return h('div', {}, h('div', { class: 'grid' },
    h('section', { class: 'card' }, h('h2', {}, 'Workflow'), h(Editor, { label: 'Workflow', value: source, change: setSource, findings: all.filter(each => each.file === 'workflow') })),
    h('section', { class: 'card' }, h('h2', {}, 'Services it brings along'), h(Editor, { label: 'Services', value: services, change: setServices, findings: all.filter(each => each.file === 'services') }))),
  h('section', { class: 'card', 'data-ready': findings.checked ? 'lint' : undefined }, h('h2', {}, !findings.checked ? 'Checking …' : findings.errors.length ? findings.errors.length === 1 ? 'One mistake' : `${findings.errors.length} mistakes` : findings.warnings.length ? 'It can be run, but should be looked at' : 'No mistakes found'),
    h(Findings, { all }), trouble && h('p', { class: 'FAILED', role: 'alert' }, trouble),
    h('button', { class: 'main', onClick: submit, disabled: findings.errors.length > 0 }, 'Submit')));
}
