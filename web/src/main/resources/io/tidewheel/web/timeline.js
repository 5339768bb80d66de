// The line of time: above how much waited and ran, below a lane for each slot of each agent.
import { COLOURS, html, legend, sampled, svg, ticks, title } from './draw.js';
import { count, duration, shortened } from './numbers.js';

const KINDS = ['succeeded', 'running', 'cancelled', 'failed'];
const MOST_IN_LEGEND = 24;

// What can be done with it: pick a task, make a part of it larger; and a moment to be marked.
/**
 * @typedef {object} TimelineUse
 * @property {(index: number) => void} [pick]
 * @property {(from: number, to: number) => void} [zoom]
 * @property {string} [deadline]
 */

// data: the answer of /runs/{run}/timeline. on.pick(index), on.zoom(from, to); on.deadline: a moment to be marked
/**
 * @param {Answer.Timeline} data
 * @param {TimelineUse} [on]
 */
export function timeline(data, on = {}) {
  const left = 130;
  const right = 12;
  const loadHeight = 78;
  const axis = 22;
  const rows = data.rows;
  const rowHeight = rows.length > 60 ? 7 : rows.length > 24 ? 11 : 17;
  const lanesTop = loadHeight + axis + 6;
  const height = lanesTop + Math.max(1, rows.length) * rowHeight + 4;
  const width = left + data.width + right;
  /** @param {number} column */
  const seconds = column => data.from + (column / data.width) * (data.to - data.from);
  const root = svg('svg', {
    class: 'draw timeline',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label':
      `What ${rows.length} lanes of agents did from ${duration(data.from)} ` +
      `to ${duration(data.to)} after the beginning`,
  });
  root.append(load(data, left, loadHeight));
  for (const at of ticks(data.from, data.to, Math.max(2, data.width / 110))) {
    const x = left + ((at - data.from) / (data.to - data.from)) * data.width;
    root.append(
      svg('line', { class: 'rule', x1: x, x2: x, y1: 4, y2: height - 4 }),
      svg('text', { class: 'dim mid', x, y: loadHeight + 15 }, duration(at)),
    );
  }
  rows.forEach((row, number) => {
    const y = lanesTop + number * rowHeight;
    const first = number === 0 || rows[number - 1].agent !== row.agent || row.slot === 0;
    if (first && number > 0) root.append(svg('line', { class: 'rule', x1: 0, x2: width - right, y1: y, y2: y }));
    const every = rowHeight < 11 ? 2 : 1;
    if (first && number % every === 0)
      root.append(
        svg(
          'text',
          { class: 'end', x: left - 8, y: y + rowHeight - (rowHeight > 12 ? 5 : 1) },
          title(`${row.agent} on ${row.host}`),
          shortened(row.agent, 20),
        ),
      );
  });
  // One path for all segments of a colour: a few elements, however many chains.
  /** @type {Map<string, string[]>} */
  const paths = new Map();
  rows.forEach((row, number) => {
    const y = lanesTop + number * rowHeight + 1;
    for (const [from, to, service, kind] of row.segments) {
      const style = kind === 0 ? 's' + (service % COLOURS) : 'k' + kind;
      const wide = Math.max(0.7, to - from - (to - from > 3 ? 0.6 : 0));
      const parts = paths.get(style) ?? [];
      paths.set(style, parts);
      parts.push(`M${(left + from).toFixed(2)} ${y}h${wide.toFixed(2)}v${rowHeight - 2}h${(-wide).toFixed(2)}z`);
    }
  });
  for (const [style, parts] of paths) root.append(svg('path', { class: style, d: parts.join('') }));
  const due = on.deadline ? (Date.parse(on.deadline) - Date.parse(data.began)) / 1000 : NaN;
  if (due > data.from && due < data.to) {
    const x = left + ((due - data.from) / (data.to - data.from)) * data.width;
    root.append(
      svg('line', { class: 'limit', x1: x, x2: x, y1: 2, y2: height - 2 }, title('deadline')),
      svg('text', { class: 'end', x: x - 4, y: 12 }, 'deadline'),
    );
  }
  if (rows.length === 0)
    root.append(svg('text', { class: 'dim', x: left + 8, y: lanesTop + 13 }, 'nothing has run here'));
  if (on.pick || on.zoom) pointing(root, data, { left, lanesTop, rowHeight, height, seconds }, on);
  const segments = rows.flatMap(row => row.segments);
  const services = new Set(segments.filter(each => each[3] === 0).map(each => each[2]));
  const kinds = [...new Set(segments.map(each => each[3]))].filter(kind => kind > 0).sort();
  /** @type {[string, string][]} */
  const entries = [
    ['waiting', 'waiting'],
    ['running', 'running (above)'],
  ];
  for (const number of [...services].slice(0, MOST_IN_LEGEND))
    entries.push(['s' + (number % COLOURS), data.services[number]]);
  for (const kind of kinds) entries.push(['k' + kind, KINDS[kind]]);
  return html('div', {}, root, legend(entries), sampled(data));
}

/**
 * @param {Answer.Timeline} data
 * @param {number} left
 * @param {number} height
 */
function load(data, left, height) {
  const most = Math.max(1, ...data.waiting, ...data.running);
  /** @param {number[]} values */
  const area = values => {
    /** @param {number} value */
    const y = value => (height - 2 - (value / most) * (height - 14)).toFixed(1);
    return (
      `M${left} ${height - 2}` +
      values.map((value, i) => `L${left + i} ${y(value)}L${left + i + 1} ${y(value)}`).join('') +
      `L${left + values.length} ${height - 2}z`
    );
  };
  return svg(
    'g',
    {},
    svg('text', { class: 'dim end', x: left - 8, y: 14 }, count(most)),
    svg('text', { class: 'dim end', x: left - 8, y: height - 2 }, '0 tasks'),
    svg('path', { class: 'waiting', d: area(data.waiting) }),
    svg('path', { class: 'running', d: area(data.running) }),
    svg('line', { class: 'rule', x1: left, x2: left + data.width, y1: height - 2, y2: height - 2 }),
  );
}

/** @typedef {{ left: number, lanesTop: number, rowHeight: number, height: number }} LanePlace */

/**
 * @param {SVGSVGElement} root
 * @param {Answer.Timeline} data
 * @param {LanePlace & { seconds: (column: number) => number }} place
 * @param {TimelineUse} on
 */
function pointing(root, data, place, on) {
  /** @param {MouseEvent} event */
  const at = event => {
    const box = root.getBoundingClientRect();
    const view = root.viewBox.baseVal;
    return [
      ((event.clientX - box.left) / box.width) * view.width - place.left,
      ((event.clientY - box.top) / box.height) * view.height,
    ];
  };
  /**
   * @param {number} x
   * @param {number} y
   */
  const found = (x, y) => {
    const row = data.rows[Math.floor((y - place.lanesTop) / place.rowHeight)];
    return row && { row, segment: row.segments.find(each => x >= each[0] - 1 && x <= Math.max(each[1], each[0] + 1)) };
  };
  /** @type {number | null} */
  let begun = null;
  /** @type {SVGElement | null} */
  let mark = null;
  /** @type {HTMLElement | null} */
  let tip = null;
  const hide = () => {
    tip?.remove();
    tip = null;
  };
  root.addEventListener('mousemove', event => {
    const [x, y] = at(event);
    if (begun !== null) {
      const from = Math.min(begun, x);
      const to = Math.max(begun, x);
      mark?.setAttribute('x', String(place.left + Math.max(0, from)));
      mark?.setAttribute('width', String(Math.min(data.width, to) - Math.max(0, from)));
      return;
    }
    const hit = found(x, y);
    if (!hit?.segment) {
      hide();
      return;
    }
    const [from, to, service, kind, chains, index] = hit.segment;
    tip ??= document.body.appendChild(html('div', { class: 'lane-tip' }));
    const what = chains === 1 ? `task ${index}` : `${count(chains)} tasks from ${index} on`;
    const took = duration(place.seconds(to) - place.seconds(from));
    const name = shortened(data.services[service] ?? '', 60);
    tip.textContent = `${name}: ${what}, ${KINDS[kind]}, ${took} on ${shortened(hit.row.agent, 40)}`;
    tip.style.left = Math.min(event.clientX + 12, innerWidth - 280) + 'px';
    tip.style.top = event.clientY + 16 + 'px';
  });
  root.addEventListener('mouseleave', () => {
    hide();
    begun = null;
    mark?.remove();
  });
  root.addEventListener('mousedown', event => {
    if (!on.zoom) return;
    const [x] = at(event);
    if (x < 0 || x > data.width) return;
    event.preventDefault();
    begun = x;
    mark = root.appendChild(
      svg('rect', { class: 'select', x: place.left + x, y: 2, width: 0, height: place.height - 4 }),
    );
  });
  root.addEventListener('mouseup', event => {
    const [x, y] = at(event);
    const start = begun;
    begun = null;
    mark?.remove();
    hide();
    if (start !== null && Math.abs(x - start) > 6) {
      const until = place.seconds(Math.min(data.width, Math.max(start, x)));
      on.zoom?.(Math.max(0, place.seconds(Math.min(start, x))), until);
      return;
    }
    const hit = found(x, y);
    if (hit?.segment) on.pick?.(hit.segment[5]);
  });
}
