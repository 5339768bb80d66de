// Parts that several pages use.
import { h } from './preact.js';
import { useEffect, useRef, useState } from './hooks.js';
import { asProblem } from './api.js';
import { count, duration } from './numbers.js';
/** @import { Problem } from './api.js' */

// What a path answers: [answer, problem, again]. Asked again every so many milliseconds while the tab is looked at.
/**
 * @template T
 * @param {(signal: AbortSignal) => T | Promise<T>} load
 * @param {unknown[]} needs
 * @returns {[T | null, Problem | null, () => void]}
 */
export function useAnswer(load, needs, every = 0) {
  const [state, setState] = useState(/** @type {[T | null, Problem | null]} */ ([null, null]));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const aborting = new AbortController();
    /** @type {number | undefined} */
    let timer;
    const look = async () => {
      if (!document.hidden || timer === undefined) {
        try {
          const answer = await load(aborting.signal);
          if (!aborting.signal.aborted) setState([answer, null]);
        } catch (thrown) {
          if (!aborting.signal.aborted) setState(([before]) => [before, asProblem(thrown)]);
        }
      }
      if (every > 0 && !aborting.signal.aborted) timer = setTimeout(look, every);
    };
    look();
    return () => {
      aborting.abort();
      clearTimeout(timer);
    };
  }, [...needs, turn]);
  return [state[0], state[1], () => setTurn(number => number + 1)];
}

// What every page is given: the address behind the hash, and what the server says of itself and of who asks.
/** @typedef {{ path: string[], query: URLSearchParams, about: Answer.Server }} PageProperties */

// What every part of the page of one run is given; the index is that of a task or of an action.
/**
 * @typedef {object} RunPartProperties
 * @property {Answer.Run} run
 * @property {string} index
 * @property {URLSearchParams} wanted
 * @property {Answer.Server} about
 */

// Lists are asked for anew so often.
export const EVERY = 2_000;

// While it goes on, pictures are drawn anew so often.
export const REFRESH = 2_500;

// What was typed into a form, by name; nothing is an empty text.
/** @param {HTMLFormElement} form */
export function typed(form) {
  const fields = new FormData(form);
  /** @param {string} name */
  return name => String(fields.get(name) ?? '');
}

// A picture made by draw.js for the width there is, made anew when one of its needs changes.
/** @param {{ make: (width: number) => Element, needs: unknown[] }} properties */
export function Picture({ make, needs }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const element = place.current;
    element?.replaceChildren(make(Math.max(280, element.clientWidth)));
  }, needs);
  return h('div', { class: 'scroll', ref: place });
}

/** @param {{ problem: Error | null }} properties */
export function ProblemText({ problem }) {
  return problem ? h('p', { class: 'card why broken', role: 'alert' }, problem.message) : null;
}

/** @param {{ what: string, problem?: Error | null }} properties */
export function Loading({ what, problem }) {
  return problem ? h(ProblemText, { problem }) : h('p', { class: 'dim' }, `${what} …`);
}

/** @param {{ state: string }} properties */
export function Badge({ state }) {
  return h('span', { class: 'badge ' + state.replace(/[^A-Za-z-]/g, '') }, state.toLowerCase());
}

// A bar of which a part is filled.
/** @param {{ part: number, style?: string, title?: string }} properties */
export function Bar({ part, style = 'run', title }) {
  return h('div', { class: 'bar', title }, h('i', { class: style, style: { width: `${Math.min(100, 100 * part)}%` } }));
}

/** @param {{ run: Answer.Run, big?: boolean }} properties */
export function Progress({ run, big }) {
  // Of a job its iterations: how many tasks did them, and how many were not needed in the end, says nothing.
  const { iterations, stored = 0 } = run;
  if (iterations !== undefined) {
    const said = `${count(stored)} of ${count(iterations)} iterations`;
    return progressBar(big, iterations, Math.min(stored, iterations), said, [['ok', stored]]);
  }
  const ended = run.succeeded + run.failed + run.cancelled;
  const said =
    `${count(run.succeeded)} succeeded, ${count(run.failed)} failed, ` +
    `${count(run.running)} running of ${count(run.size)}`;
  return progressBar(big, run.size, ended, said, [
    ['ok', run.succeeded],
    ['bad', run.failed],
    ['off', run.cancelled],
    ['run', run.running],
  ]);
}

/**
 * @param {boolean | undefined} big
 * @param {number} most
 * @param {number} now
 * @param {string} said
 * @param {[string, number][]} parts
 */
function progressBar(big, most, now, said, parts) {
  const attributes = {
    class: big ? 'bar big' : 'bar',
    'aria-valuemin': 0,
    'aria-valuemax': most,
    'aria-valuenow': now,
    'aria-label': said,
  };
  const wide = parts
    .filter(([, value]) => value > 0)
    .map(([style, value]) => {
      const width = `${Math.min(100, (100 * value) / Math.max(1, most))}%`;
      return h('i', { class: style, style: { width } });
    });
  return h('div', { ...attributes, role: 'progressbar' }, wide);
}

/** @param {{ state: string }} run */
export const isOver = run => ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(run.state);

/** @param {string | undefined} text */
export function ago(text) {
  if (!text) return '–';
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  return seconds < 1 ? 'just now' : duration(Math.floor(seconds)) + ' ago';
}

/** @param {string | undefined} text */
export function moment(text) {
  return text ? new Date(text).toLocaleString() : '–';
}

/** @param {Answer.Run} run */
export function lasted(run) {
  if (!run.started) return '–';
  return duration(((run.finished ? Date.parse(run.finished) : Date.now()) - Date.parse(run.started)) / 1000);
}

// How much time is left until the deadline, or by how much it was missed.
/** @param {Answer.Run} run */
export function slack(run) {
  if (!run.deadline) return null;
  const end = run.finished ?? run.eta;
  const seconds = (Date.parse(run.deadline) - (end ? Date.parse(end) : Date.now())) / 1000;
  const good = seconds >= 0;
  const estimated = run.finished || !run.eta ? '' : ', by estimate';
  const words = !good ? 'too late' : run.finished || run.eta ? 'to spare' : 'left';
  return h(
    'span',
    { class: good ? 'SUCCEEDED' : 'FAILED', title: 'deadline ' + moment(run.deadline) + estimated },
    `${duration(Math.abs(seconds))} ${words}`,
  );
}

/** @param {{ label: string, value: import('./preact.js').ComponentChildren, title?: string }} properties */
export function Tile({ label, value, title }) {
  return h('div', { class: 'tile', title }, h('b', {}, value), h('span', {}, label));
}

const LONGEST = 4_000;
const COLOUR_CODES = /\u001b(\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(\u0007|\u001b\\)?|[@-_])/g;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

// What was printed, harmless: no colour codes, no control characters, no endless lines.
/** @param {string} line */
export function plain(line) {
  const clean = line.replace(COLOUR_CODES, '').replace(CONTROL_CHARACTERS, '\ufffd');
  if (clean.length <= LONGEST) return clean;
  return clean.slice(0, LONGEST) + ` … (${count(clean.length - LONGEST)} characters more)`;
}

/** @typedef {{ message: string, bad: boolean }} Notice */

/** @type {(notice: Notice) => void} */
let showNotice = () => {};

// A short message at the edge of the window; goes by itself.
/** @param {string} message */
export function notify(message, bad = false) {
  showNotice({ message, bad });
}

export function Notices() {
  const [notice, setNotice] = useState(/** @type {Notice | null} */ (null));
  showNotice = setNotice;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), notice.bad ? 12_000 : 5_000);
    return () => clearTimeout(timer);
  }, [notice]);
  return h(
    'div',
    { 'aria-live': 'polite' },
    notice &&
      h(
        'div',
        { class: notice.bad ? 'notice bad' : 'notice' },
        notice.message,
        ' ',
        h('button', { onClick: () => setNotice(null), 'aria-label': 'Close message' }, '×'),
      ),
  );
}

// Does something, says how it went, and answers whether it went well.
/**
 * @template T
 * @param {() => Promise<T>} doing
 * @param {string | ((answer: T) => string)} said
 */
export async function attempt(doing, said) {
  try {
    const answer = await doing();
    notify(typeof said === 'function' ? said(answer) : said);
    return true;
  } catch (thrown) {
    notify(asProblem(thrown).message, true);
    return false;
  }
}

/** @type {(question: string, yes: string) => Promise<boolean>} */
let askUser = () => Promise.resolve(false);

// Asks before something that cannot be undone.
/**
 * @param {string} question
 * @param {string} yes
 */
export const confirmed = (question, yes) => askUser(question, yes);

/** @typedef {{ question: string, yes: string, answer: (yes: boolean) => void }} Question */

export function Questions() {
  const [asked, setAsked] = useState(/** @type {Question | null} */ (null));
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  askUser = (question, yes) => new Promise(answer => setAsked({ question, yes, answer }));
  useEffect(() => {
    if (asked && !dialog.current?.open) dialog.current?.showModal();
  }, [asked]);
  if (!asked) return null;
  /** @param {boolean} answer */
  const close = answer => {
    dialog.current?.close();
    asked.answer(answer);
    setAsked(null);
  };
  return h(
    'dialog',
    { ref: dialog, onCancel: () => close(false), 'aria-label': 'Question' },
    h('p', {}, asked.question),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'main', onClick: () => close(true), autofocus: true }, asked.yes),
      h('button', { onClick: () => close(false) }, 'No'),
    ),
  );
}

const KEPT = 3_000;

// Text that follows a stream; keeps the last lines only.
/**
 * @param {object} properties
 * @param {(signal: AbortSignal, take: (piece: string) => void) => Promise<void>} properties.follow
 * @param {unknown[]} properties.needs
 */
export function LogText({ follow, needs }) {
  const place = useRef(/** @type {HTMLPreElement | null} */ (null));
  const [lines, setLines] = useState(/** @type {string[]} */ ([]));
  const [note, setNote] = useState('');
  const [stay, setStay] = useState(true);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    const aborting = new AbortController();
    setBegun(false);
    /** @type {string[]} */
    let all = [];
    /** @type {number | undefined} */
    let timer;
    let rest = '';
    let cut = 0;
    let shown = false;
    const show = () => {
      timer = undefined;
      setBegun(true);
      setLines(rest === '' ? all.slice() : [...all, plain(rest)]);
      setNote(cut > 0 ? `the first ${count(cut)} lines are not shown` : '');
    };
    setLines([]);
    follow(aborting.signal, piece => {
      const parts = (rest + piece).split('\n');
      rest = parts.pop() ?? '';
      // A line that does not end is shown as far as it goes, and not kept in full.
      if (rest.length > 2 * LONGEST) rest = rest.slice(0, 2 * LONGEST);
      for (const part of parts) all.push(plain(part.replace(/\r$/, '')));
      if (all.length > KEPT) {
        cut += all.length - KEPT;
        all = all.slice(-KEPT);
      }
      timer ??= setTimeout(show, shown ? 100 : 0);
      shown = true;
    }).then(
      () => {
        if (!aborting.signal.aborted) show();
      },
      thrown => {
        if (aborting.signal.aborted) return;
        setBegun(true);
        setNote(asProblem(thrown).message);
      },
    );
    return () => {
      aborting.abort();
      clearTimeout(timer);
    };
  }, needs);
  useEffect(() => {
    if (stay && place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [lines, stay]);
  const nothing = begun ? 'nothing was printed' : 'nothing yet …';
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'row between' },
      h('span', { class: 'dim small' }, note || `${count(lines.length)} lines`),
      h(
        'label',
        { class: 'small' },
        h('input', { type: 'checkbox', checked: stay, onChange: event => setStay(event.currentTarget.checked) }),
        ' stay at the end',
      ),
    ),
    h(
      'pre',
      { class: 'log', ref: place, tabindex: 0, 'aria-label': 'Output', 'data-ready': begun ? 'logs' : undefined },
      lines.length === 0 ? nothing : lines.join('\n'),
    ),
  );
}
