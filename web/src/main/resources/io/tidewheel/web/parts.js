// Parts that several pages use.
import { h } from './preact.js';
import { useEffect, useRef, useState } from './hooks.js';
import { count, duration } from './draw.js';

// What a path answers: [answer, trouble, again]. Asked again every so many milliseconds while the tab is looked at.
export function useAnswer(load, needs, every = 0) {
  const [state, setState] = useState([null, null]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const aborting = new AbortController();
    let timer = null;
    const look = async () => {
      if (!document.hidden || timer === null) {
        try {
          const answer = await load(aborting.signal);
          if (!aborting.signal.aborted) setState([answer, null]);
        } catch (trouble) {
          if (!aborting.signal.aborted) setState(([before]) => [before, trouble]);
        }
      }
      if (every > 0 && !aborting.signal.aborted) timer = setTimeout(look, every);
    };
    look();
    return () => { aborting.abort(); clearTimeout(timer); };
  }, [...needs, turn]);
  return [state[0], state[1], () => setTurn(number => number + 1)];
}

// A picture made by draw.js for the width there is, made anew when one of its needs changes.
export function Picture({ make, needs }) {
  const place = useRef(null);
  useEffect(() => { place.current.replaceChildren(make(Math.max(280, place.current.clientWidth))); }, needs);
  return h('div', { class: 'scroll', ref: place });
}

export function Trouble({ trouble }) {
  return trouble ? h('p', { class: 'card why broken', role: 'alert' }, trouble.message) : null;
}

export function Loading({ what, trouble }) {
  return trouble ? h(Trouble, { trouble }) : h('p', { class: 'dim' }, `${what} …`);
}

export function Badge({ state }) {
  return h('span', { class: 'badge ' + String(state).replace(/[^A-Za-z-]/g, '') }, String(state).toLowerCase());
}

export function Progress({ run, big }) {
  // Of a job its iterations: how many tasks did them, and how many were not needed in the end, says nothing.
  if (run.iterations !== undefined) return h('div', { class: big ? 'bar big' : 'bar', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': run.iterations, 'aria-valuenow': Math.min(run.stored, run.iterations),
    'aria-label': `${count(run.stored)} of ${count(run.iterations)} iterations` }, h('i', { class: 'ok', style: { width: `${Math.min(100, 100 * run.stored / Math.max(1, run.iterations))}%` } }));
  const size = Math.max(1, run.size);
  const part = (style, value) => value > 0 ? h('i', { class: style, style: { width: `${100 * value / size}%` } }) : null;
  const ended = run.succeeded + run.failed + run.cancelled;
  return h('div', { class: big ? 'bar big' : 'bar', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': run.size, 'aria-valuenow': ended,
    'aria-label': `${count(run.succeeded)} succeeded, ${count(run.failed)} failed, ${count(run.running)} running of ${count(run.size)}` },
  part('ok', run.succeeded), part('bad', run.failed), part('off', run.cancelled), part('run', run.running));
}

export const isOver = run => ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(run.state);

export function ago(text) {
  if (!text) return '–';
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  return seconds < 1 ? 'just now' : duration(Math.floor(seconds)) + ' ago';
}

export function moment(text) {
  return text ? new Date(text).toLocaleString() : '–';
}

export function lasted(run) {
  if (!run.started) return '–';
  return duration(((run.finished ? Date.parse(run.finished) : Date.now()) - Date.parse(run.started)) / 1000);
}

// How much time is left until the deadline, or by how much it was missed.
export function slack(run) {
  if (!run.deadline) return null;
  const end = run.finished ?? run.eta;
  const seconds = (Date.parse(run.deadline) - (end ? Date.parse(end) : Date.now())) / 1000;
  const good = seconds >= 0;
  const estimated = run.finished || !run.eta ? '' : ', by estimate';
  const words = !good ? 'too late' : run.finished || run.eta ? 'to spare' : 'left';
  return h('span', { class: good ? 'SUCCEEDED' : 'FAILED', title: 'deadline ' + moment(run.deadline) + estimated },
    `${duration(Math.abs(seconds))} ${words}`);
}

export function Tile({ label, value, title }) {
  return h('div', { class: 'tile', title }, h('b', {}, value), h('span', {}, label));
}

// What was printed, harmless: no colour codes, no control characters, no endless lines.
export function plain(line) {
  const clean = line.replace(/\u001b(\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(\u0007|\u001b\\)?|[@-_])/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
  return clean.length > LONGEST ? clean.slice(0, LONGEST) + ` … (${count(clean.length - LONGEST)} characters more)` : clean;
}
const LONGEST = 4_000;

// A short message at the edge of the window; goes by itself.
let showNotice = () => {};
export function notify(message, bad = false) { showNotice({ message, bad }); }
export function Notices() {
  const [notice, setNotice] = useState(null);
  showNotice = setNotice;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(null), notice.bad ? 12_000 : 5_000);
    return () => clearTimeout(timer);
  }, [notice]);
  return h('div', { 'aria-live': 'polite' }, notice && h('div', { class: notice.bad ? 'notice bad' : 'notice' }, notice.message, ' ',
    h('button', { onClick: () => setNotice(null), 'aria-label': 'Close message' }, '×')));
}

// Does something, says how it went, and answers whether it went well.
export async function attempt(doing, said) {
  try {
    const answer = await doing();
    if (said) notify(typeof said === 'function' ? said(answer) : said);
    return true;
  } catch (trouble) {
    notify(trouble.message, true);
    return false;
  }
}

// Asks before something that cannot be undone.
let askUser = () => Promise.resolve(false);
export const confirmed = (question, yes) => askUser(question, yes);
export function Questions() {
  const [asked, setAsked] = useState(null);
  const dialog = useRef(null);
  askUser = (question, yes) => new Promise(answer => setAsked({ question, yes, answer }));
  useEffect(() => { if (asked && !dialog.current.open) dialog.current.showModal(); }, [asked]);
  const close = answer => { dialog.current.close(); asked.answer(answer); setAsked(null); };
  return asked && h('dialog', { ref: dialog, onCancel: () => close(false), 'aria-label': 'Question' }, h('p', {}, asked.question),
    h('div', { class: 'row' }, h('button', { class: 'main', onClick: () => close(true), autofocus: true }, asked.yes), h('button', { onClick: () => close(false) }, 'No')));
}

// Text that follows a stream; keeps the last lines only.
const KEPT = 3_000;
export function LogText({ follow, needs, empty }) {
  const place = useRef(null);
  const [lines, setLines] = useState([]);
  const [note, setNote] = useState('');
  const [stay, setStay] = useState(true);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    const aborting = new AbortController();
    setBegun(false);
    let all = [], rest = '', cut = 0, timer = null, shown = false;
    const show = () => { timer = null; setBegun(true); setLines(rest === '' ? all.slice() : [...all, plain(rest)]); setNote(cut > 0 ? `the first ${count(cut)} lines are not shown` : ''); };
    setLines([]);
    follow(aborting.signal, piece => {
      const parts = (rest + piece).split('\n');
      rest = parts.pop();
      // A line that does not end is shown as far as it goes, and not kept in full.
      if (rest.length > 2 * LONGEST) rest = rest.slice(0, 2 * LONGEST);
      for (const part of parts) all.push(plain(part.replace(/\r$/, '')));
      if (all.length > KEPT) { cut += all.length - KEPT; all = all.slice(-KEPT); }
      timer ??= setTimeout(show, shown ? 100 : 0);
      shown = true;
    }).then(() => { if (!aborting.signal.aborted) show(); }, trouble => { if (!aborting.signal.aborted) { setBegun(true); setNote(trouble.message); } });
    return () => { aborting.abort(); clearTimeout(timer); };
  }, needs);
  useEffect(() => { if (stay && place.current) place.current.scrollTop = place.current.scrollHeight; }, [lines, stay]);
  return h('div', {},
    h('div', { class: 'row between' }, h('span', { class: 'dim small' }, note || `${count(lines.length)} lines`),
      h('label', { class: 'small' }, h('input', { type: 'checkbox', checked: stay, onChange: event => setStay(event.target.checked) }), ' stay at the end')),
    h('pre', { class: 'log', ref: place, tabindex: 0, 'aria-label': 'Output', 'data-ready': begun ? 'logs' : undefined }, lines.length === 0 ? begun ? empty ?? 'nothing was printed' : 'nothing yet …' : lines.join('\n')));
}
