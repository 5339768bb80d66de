// All pictures, for the pages and for reports. Every function answers an element that can be put anywhere; what comes from
// users is only ever set as text. Nothing here asks the server or knows the page around it.

const SVG = 'http://www.w3.org/2000/svg';
const COLOURS = 12;
// Of pictures of which nobody has said how wide they are to be.
const USUAL_WIDTH = 560;

// An SVG element with attributes and children; texts become text.
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) element.setAttribute(name, value);
  element.append(...children.flat().filter(child => child !== undefined && child !== null));
  return element;
}

export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) element.setAttribute(name, value);
  element.append(...children.flat().filter(child => child !== undefined && child !== null));
  return element;
}

// ---- numbers for people

export function count(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–';
  return Math.abs(value) >= 1e7 ? (value / 1e6).toFixed(1) + ' M' : Math.round(value).toLocaleString('en-US').replaceAll(',', '\u202f');
}

export function duration(seconds) {
  if (seconds === undefined || seconds === null || !Number.isFinite(seconds)) return '–';
  const whole = Math.abs(seconds), sign = seconds < 0 ? '−' : '';
  if (whole === 0) return '0 s';
  if (whole < 0.001) return sign + (whole * 1e6).toFixed(0) + ' µs';
  if (whole < 1) return sign + short((whole * 1e3).toPrecision(3)) + ' ms';
  if (whole < 60) return sign + short(whole < 10 ? whole.toFixed(2) : whole.toFixed(1)) + ' s';
  if (whole < 3600) return sign + pair(whole / 60, ' min', whole % 60, ' s');
  if (whole < 86400) return sign + pair(whole / 3600, ' h', whole % 3600 / 60, ' min');
  return sign + pair(whole / 86400, ' d', whole % 86400 / 3600, ' h');
}

function pair(large, unit, small, smallUnit) {
  return Math.floor(large) + unit + (Math.floor(small) === 0 ? '' : ` ${Math.floor(small)}${smallUnit}`);
}

function short(digits) { return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits; }

export function bytes(value) {
  if (value === undefined || value === null) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0, left = value;
  while (left >= 1024 && unit < units.length - 1) { left /= 1024; unit++; }
  return (unit === 0 ? left.toFixed(0) : left.toFixed(1)) + ' ' + units[unit];
}

// Round places on an axis, about so many.
export function ticks(from, to, wanted) {
  const span = to - from;
  if (!(span > 0)) return [from];
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough) ?? 10 * power;
  const places = [];
  for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + step * 1e-6; at += step) places.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return places;
}

function shortened(text, most) {
  const flat = String(text).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ');
  return flat.length > most ? flat.slice(0, most - 1) + '…' : flat;
}

function title(text) { return svg('title', {}, text); }

export function legend(entries) {
  return html('ul', { class: 'legend' }, entries.map(([style, text]) => html('li', {}, html('i', { class: style }), shortened(text, 60))));
}

// ---- the line of time: above how much waited and ran, below a lane for each slot of each agent

const KINDS = ['succeeded', 'running', 'cancelled', 'failed'];

// data: the answer of /runs/{run}/timeline. on.pick(index), on.zoom(from, to); on.deadline: a moment to be marked
export function timeline(data, on = {}) {
  const left = 130, right = 12, loadHeight = 78, axis = 22;
  const rows = data.rows;
  const rowHeight = rows.length > 60 ? 7 : rows.length > 24 ? 11 : 17;
  const lanesTop = loadHeight + axis + 6;
  const height = lanesTop + Math.max(1, rows.length) * rowHeight + 4;
  const width = left + data.width + right;
  const seconds = column => data.from + column / data.width * (data.to - data.from);
  const root = svg('svg', { class: 'draw timeline', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label':
    `What ${rows.length} lanes of agents did from ${duration(data.from)} to ${duration(data.to)} after the beginning` });
  root.append(load(data, left, loadHeight));
  for (const at of ticks(data.from, data.to, Math.max(2, data.width / 110))) {
    const x = left + (at - data.from) / (data.to - data.from) * data.width;
    root.append(svg('line', { class: 'rule', x1: x, x2: x, y1: 4, y2: height - 4 }), svg('text', { class: 'dim mid', x, y: loadHeight + 15 }, duration(at)));
  }
  rows.forEach((row, number) => {
    const y = lanesTop + number * rowHeight;
    const first = number === 0 || rows[number - 1].agent !== row.agent || row.slot === 0;
    if (first && number > 0) root.append(svg('line', { class: 'rule', x1: 0, x2: width - right, y1: y, y2: y }));
    const every = rowHeight < 11 ? 2 : 1;
    if (first && number % every === 0) root.append(svg('text', { class: 'end', x: left - 8, y: y + rowHeight - (rowHeight > 12 ? 5 : 1) },
      title(`${row.agent} on ${row.host}`), shortened(row.agent, 20)));
  });
  // One path for all segments of a colour: a few elements, however many chains.
  const paths = new Map();
  rows.forEach((row, number) => {
    const y = lanesTop + number * rowHeight + 1;
    for (const [from, to, service, kind] of row.segments) {
      const style = kind === 0 ? 's' + service % COLOURS : 'k' + kind;
      const wide = Math.max(0.7, to - from - (to - from > 3 ? 0.6 : 0));
      if (!paths.has(style)) paths.set(style, []);
      paths.get(style).push(`M${(left + from).toFixed(2)} ${y}h${wide.toFixed(2)}v${rowHeight - 2}h${(-wide).toFixed(2)}z`);
    }
  });
  for (const [style, parts] of paths) root.append(svg('path', { class: style, d: parts.join('') }));
  const due = on.deadline ? (Date.parse(on.deadline) - Date.parse(data.began)) / 1000 : undefined;
  if (due > data.from && due < data.to) {
    const x = left + (due - data.from) / (data.to - data.from) * data.width;
    root.append(svg('line', { class: 'limit', x1: x, x2: x, y1: 2, y2: height - 2 }, title('deadline')), svg('text', { class: 'end', x: x - 4, y: 12 }, 'deadline'));
  }
  if (rows.length === 0) root.append(svg('text', { class: 'dim', x: left + 8, y: lanesTop + 13 }, 'nothing has run here'));
  if (on.pick || on.zoom) pointing(root, data, { left, lanesTop, rowHeight, height, seconds }, on);
  const used = [...new Set(rows.flatMap(row => row.segments.filter(each => each[3] === 0).map(each => each[2])))].slice(0, 24);
  const kinds = [...new Set(rows.flatMap(row => row.segments.map(each => each[3])))].filter(kind => kind > 0).sort();
  return html('div', {}, root, legend([
    ['waiting', 'waiting'], ['running', 'running (above)'],
    ...used.map(number => ['s' + number % COLOURS, data.services[number]]), ...kinds.map(kind => ['k' + kind, KINDS[kind]])]),
    sampled(data));
}

export function sampled(data) {
  if (!data.looked || data.looked >= data.tasks) return null;
  return html('p', { class: 'dim small' }, `drawn from ${count(data.looked)} of ${count(data.tasks)} tasks, chosen evenly over the run`);
}

function load(data, left, height) {
  const most = Math.max(1, ...data.waiting, ...data.running);
  const area = values => {
    const y = value => (height - 2 - value / most * (height - 14)).toFixed(1);
    return `M${left} ${height - 2}` + values.map((value, i) => `L${left + i} ${y(value)}L${left + i + 1} ${y(value)}`).join('') + `L${left + values.length} ${height - 2}z`;
  };
  return svg('g', {},
    svg('text', { class: 'dim end', x: left - 8, y: 14 }, count(most)), svg('text', { class: 'dim end', x: left - 8, y: height - 2 }, '0 tasks'),
    svg('path', { class: 'waiting', d: area(data.waiting) }), svg('path', { class: 'running', d: area(data.running) }),
    svg('line', { class: 'rule', x1: left, x2: left + data.width, y1: height - 2, y2: height - 2 }));
}

function pointing(root, data, place, on) {
  const at = event => {
    const box = root.getBoundingClientRect(), view = root.viewBox.baseVal;
    return [(event.clientX - box.left) / box.width * view.width - place.left, (event.clientY - box.top) / box.height * view.height];
  };
  const found = (x, y) => {
    const row = data.rows[Math.floor((y - place.lanesTop) / place.rowHeight)];
    return row && { row, segment: row.segments.find(each => x >= each[0] - 1 && x <= Math.max(each[1], each[0] + 1)) };
  };
  let begun = null, mark = null, tip = null;
  const hide = () => { tip?.remove(); tip = null; };
  root.addEventListener('mousemove', event => {
    const [x, y] = at(event);
    if (begun !== null) {
      const from = Math.min(begun, x), to = Math.max(begun, x);
      mark.setAttribute('x', place.left + Math.max(0, from));
      mark.setAttribute('width', Math.min(data.width, to) - Math.max(0, from));
      return;
    }
    const hit = found(x, y);
    if (!hit?.segment) return hide();
    const [from, to, service, kind, chains, index] = hit.segment;
    tip ??= document.body.appendChild(html('div', { class: 'lane-tip' }));
    const what = chains === 1 ? `task ${index}` : `${count(chains)} tasks from ${index} on`;
    tip.textContent = `${shortened(data.services[service] ?? '', 60)}: ${what}, ${KINDS[kind]}, ${duration(place.seconds(to) - place.seconds(from))} on ${shortened(hit.row.agent, 40)}`;
    tip.style.left = Math.min(event.clientX + 12, innerWidth - 280) + 'px';
    tip.style.top = event.clientY + 16 + 'px';
  });
  root.addEventListener('mouseleave', () => { hide(); begun = null; mark?.remove(); });
  root.addEventListener('mousedown', event => {
    if (!on.zoom) return;
    const [x] = at(event);
    if (x < 0 || x > data.width) return;
    event.preventDefault();
    begun = x;
    mark = root.appendChild(svg('rect', { class: 'select', x: place.left + x, y: 2, width: 0, height: place.height - 4 }));
  });
  root.addEventListener('mouseup', event => {
    const [x, y] = at(event);
    const start = begun;
    begun = null;
    mark?.remove();
    hide();
    if (start !== null && Math.abs(x - start) > 6)
      return on.zoom(Math.max(0, place.seconds(Math.min(start, x))), place.seconds(Math.min(data.width, Math.max(start, x))));
    const hit = found(x, y);
    if (hit?.segment && on.pick) on.pick(hit.segment[5]);
  });
}

// ---- box plots: one chart per measure, a box for each service

export const MEASURES = [
  ['waitSeconds', 'Waiting', duration], ['runSeconds', 'Running', duration],
  ['cpuSeconds', 'CPU time', duration], ['peakMemoryBytes', 'Peak memory', bytes]];

export function boxes(services, key, shown, width = USUAL_WIDTH) {
  const some = services.filter(service => service[key]).slice(0, 30);
  if (some.length === 0) return html('p', { class: 'dim' }, 'not measured');
  const left = 150, rowHeight = 26, top = 6;
  const height = top + some.length * rowHeight + 22;
  const most = Math.max(...some.map(service => service[key].greatest));
  if (!(most > 0)) return html('p', { class: 'dim' }, 'nothing to speak of');
  const unit = shown === bytes ? 1024 ** Math.floor(Math.log(most) / Math.log(1024)) : 1;
  const x = value => left + value / most * (width - left - 30);
  const root = svg('svg', { class: 'draw', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Box plot: ' +
    some.map(each => `${each.name}: median ${shown(each[key].median)}, at most ${shown(each[key].greatest)}`).join('; ') });
  for (const at of ticks(0, most / unit, 4).map(place => place * unit)) root.append(svg('line', { class: 'rule', x1: x(at), x2: x(at), y1: top, y2: height - 18 }),
    svg('text', { class: 'dim mid', x: x(at), y: height - 5 }, at === 0 ? '0' : shown(at)));
  some.forEach((service, number) => {
    const box = service[key], y = top + number * rowHeight, middle = y + rowHeight / 2;
    root.append(svg('g', {},
      title(`${service.name}\n${count(box.count)} values\nleast ${shown(box.least)}\n5 % ${shown(box.p5)}\n25 % ${shown(box.p25)}\nmedian ${shown(box.median)}\n75 % ${shown(box.p75)}\n95 % ${shown(box.p95)}\ngreatest ${shown(box.greatest)}\nmean ${shown(box.mean)}`),
      svg('rect', { x: 0, y, width, height: rowHeight, fill: 'transparent' }),
      svg('text', { class: 'end', x: left - 8, y: middle + 4 }, shortened(service.name, 24)),
      svg('line', { class: 'whisker', x1: x(box.p5), x2: x(box.p95), y1: middle, y2: middle }),
      svg('line', { class: 'whisker', x1: x(box.p5), x2: x(box.p5), y1: middle - 5, y2: middle + 5 }),
      svg('line', { class: 'whisker', x1: x(box.p95), x2: x(box.p95), y1: middle - 5, y2: middle + 5 }),
      svg('rect', { class: 'box', x: x(box.p25), y: middle - 8, width: Math.max(1, x(box.p75) - x(box.p25)), height: 16 }),
      svg('line', { class: 'median', x1: x(box.median), x2: x(box.median), y1: middle - 8, y2: middle + 8 }),
      svg('circle', { class: 'k3', cx: x(box.greatest), cy: middle, r: 2 })));
  });
  return root;
}

// ---- curves over time

// series: [{name, style, points: [[x, y], ...]}], limits: [{name, y}], marks: [{name, x}], shown: how y is written, time: how x is written
export function curves(series, { limits = [], marks = [], shown = count, time = duration, width = USUAL_WIDTH, height = 190, step = false } = {}) {
  const points = series.flatMap(each => each.points);
  if (points.length === 0) return html('p', { class: 'dim' }, 'nothing to show yet');
  const left = 64, right = 12, bottom = 22, top = 14;
  const from = least(points.map(each => each[0])), to = Math.max(greatest(points.map(each => each[0])), from + 1e-3, ...marks.map(each => each.x));
  const most = Math.max(1e-9, greatest(points.map(each => each[1])), ...limits.map(each => each.y)) * 1.05;
  const x = value => left + (value - from) / (to - from) * (width - left - right);
  const y = value => height - bottom - value / most * (height - bottom - top);
  const root = svg('svg', { class: 'draw curves', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Curves: ' + series.map(each => {
    const last = each.points.at(-1);
    return `${each.name} ${last ? shown(last[1]) : 'nothing'}`;
  }).join(', ') });
  for (const at of ticks(0, most, 4)) root.append(svg('line', { class: 'rule', x1: left, x2: width - right, y1: y(at), y2: y(at) }),
    svg('text', { class: 'dim end', x: left - 7, y: y(at) + 4 }, at === 0 ? '0' : shown(at)));
  for (const at of ticks(from, to, Math.max(2, width / 110))) root.append(svg('text', { class: x(at) > width - 50 ? 'dim end' : 'dim mid', x: x(at) > width - 50 ? width - 4 : x(at), y: height - 6 }, time(at)));
  for (const each of series) {
    if (each.points.length === 0) continue;
    const path = each.points.map(([px, py], i) => (i === 0 ? 'M' : step ? `H${x(px).toFixed(1)}V` : 'L') + (i === 0 || !step ? `${x(px).toFixed(1)} ${y(py).toFixed(1)}` : y(py).toFixed(1))).join('');
    root.append(svg('path', { class: 'series ' + each.style, d: path }, title(each.name)));
  }
  for (const limit of limits) root.append(svg('line', { class: 'limit', x1: left, x2: width - right, y1: y(limit.y), y2: y(limit.y) }, title(limit.name)),
    svg('text', { class: marks.length ? undefined : 'end', x: marks.length ? left + 6 : width - right, y: y(limit.y) - 4 }, shortened(limit.name, 50)));
  for (const mark of marks) root.append(svg('line', { class: 'limit', x1: x(mark.x), x2: x(mark.x), y1: top, y2: height - bottom }, title(mark.name)),
    svg('text', { class: x(mark.x) > width / 2 ? 'end' : undefined, x: x(mark.x) + (x(mark.x) > width / 2 ? -5 : 5), y: top + 26 }, shortened(mark.name, 50)));
  return html('div', {}, root, legend(series.map(each => [each.style, each.name])));
}

// Not all values at once as arguments: there can be more than a call may have.
const least = values => values.reduce((one, other) => Math.min(one, other), Infinity);
const greatest = values => values.reduce((one, other) => Math.max(one, other), -Infinity);

// ---- iterative jobs

const MOST_CURVES = 24;

// job: the answer of /runs/{run}/job. Answers what curves() needs, with a heading each.
export function jobCurves(job) {
  const news = steps(job);
  return [
    { heading: 'Iterations done', series: total(news), limits: [{ name: 'asked for', y: job.iterations }] },
    { heading: 'Speed of each partition (iterations per second)', series: each(job, sample => sample.speed) },
    { heading: 'Share of each partition (iterations)', series: each(job, sample => sample.share), step: true },
    { heading: 'When it will be done, as it was seen', series: estimates(job, news), limits: job.target === undefined ? [] : [{ name: 'target', y: job.target }], shown: duration }];
}

// Seconds since the job began.
function clock(job) {
  const began = job.began === undefined ? undefined : Date.parse(job.began);
  return at => { const time = Date.parse(at); return (time - (began ?? time)) / 1000; };
}

function each(job, value) {
  const since = clock(job);
  return job.partitions.slice(0, MOST_CURVES).map((part, i) => ({ name: `partition ${part.partition}`, style: 's' + i % 12, points: part.history.map(sample => [since(sample.at), value(sample)]) }));
}

// Reports come from partitions at different times: the last one of each counts until its next.
function steps(job) {
  const since = clock(job), all = [];
  job.partitions.forEach((part, number) => { for (const sample of part.history) all.push({ number, at: since(sample.at), sample }); });
  return all.sort((a, b) => a.at - b.at);
}

function total(news) {
  const sum = new Sum(), points = [];
  for (const { number, at, sample } of news) points.push([at, sum.set(number, sample.iterations)]);
  return [{ name: 'all partitions', style: 's0', points: sparse(points) }];
}

// At each report: the time since the beginning, and what the rest would take at the speed of that moment.
function estimates(job, news) {
  const done = new Sum(), speed = new Sum(), points = [];
  for (const { number, at, sample } of news) {
    const all = done.set(number, sample.iterations), pace = speed.set(number, sample.iterations >= sample.share ? 0 : sample.speed);
    if (pace > 0) points.push([at, at + Math.max(0, job.iterations - all) / pace]);
  }
  return [{ name: 'estimate', style: 's7', points: sparse(points) }];
}

// The sum of the last value of each partition: a new value changes it without a look at the others.
class Sum {
  last = new Map();
  all = 0;
  set(number, value) {
    this.all += value - (this.last.get(number) ?? 0);
    this.last.set(number, value);
    return this.all;
  }
}

// As many points as can be told apart, the last one in any case.
const MOST_POINTS = 1_200;
function sparse(points) {
  const every = Math.ceil(points.length / MOST_POINTS);
  return points.filter((point, i) => (points.length - 1 - i) % every === 0);
}

// ---- money, machines, and how well supply followed demand

export function money(value) {
  const number = Number(value);
  return !Number.isFinite(number) ? '–' : number !== 0 && Math.abs(number) < 0.01 ? String(Number(number.toPrecision(2))) : number.toFixed(2);
}

// cost: the answer of /runs/{run}/cost; end: when the run ended, or now
export function costs(cost, run, end, width) {
  if (!cost.intervals) return html('p', { class: 'dim' }, 'It has used no machine that costs anything.');
  // Machines are paid for from the moment they are wanted, which is before anything runs.
  const began = Date.parse(run.created), until = Math.max((Date.parse(end) - began) / 1000, 1e-3);
  const paid = cost.intervals.map(each => [(Date.parse(each.from) - began) / 1000, Number(each.amount)]);
  const inEach = [...paid, [Math.max(until, paid.at(-1)[0] + cost.interval), paid.at(-1)[1]]];
  let sum = 0;
  const soFar = [[Math.min(0, paid[0][0]), 0], ...paid.map(([at, amount]) => [at, sum += amount]), [until, Number(cost.amount)]].sort((a, b) => a[0] - b[0]);
  const due = run.deadline ? (Date.parse(run.deadline) - began) / 1000 : undefined;
  const shows = due !== undefined && due < 20 * inEach.at(-1)[0];
  const marks = shows ? [{ name: 'deadline', x: due }] : [];
  const half = width ? Math.max(280, width > 980 ? width / 2 - 16 : width) : undefined;
  const budget = cost.budget && cost.budget.interval === cost.interval ? [{ name: `budget of ${run.owner}: ${money(cost.budget.amount)}`, y: Number(cost.budget.amount) }] : [];
  return html('div', { class: 'grid' },
    html('div', {}, html('h3', {}, 'Paid so far'), curves([{ name: 'paid so far', style: 's2', points: soFar }], { marks, shown: money, step: true, width: half })),
    html('div', {}, html('h3', {}, `Paid in each ${duration(cost.interval)}`), curves([{ name: 'paid', style: 's2', points: inEach }], { limits: budget, marks, shown: money, step: true, width: half })),
    due !== undefined && !shows ? html('p', { class: 'dim small' }, `the deadline is too far away to be drawn: ${duration(due)} after it was submitted`) : null);
}

// statistics: the answer of /runs/{run}/statistics
export function supply(statistics, width) {
  const steps = statistics.supply ?? [];
  const end = [Math.max(statistics.seconds, steps.at(-1)?.[0] ?? 0)];
  const line = (name, style, place) => ({ name, style, points: [...steps, ...(steps.length ? [[end[0], steps.at(-1)[1], steps.at(-1)[2]]] : [])].map(step => [step[0], step[place]]) });
  return curves([line('tasks that wait or run', 's7', 1), line('slots that are there for them', 's1', 2)], { step: true, width });
}

const PERCENT = value => `${(100 * value).toFixed(value < 0.0995 ? 1 : 0)} %`;

// rows: [{owner?, under, over, underTime, overTime, slots, counted?}]
export function elasticity(rows) {
  if (rows.length === 0) return html('p', { class: 'dim' }, 'nothing to measure yet');
  const named = rows.some(row => row.owner !== undefined);
  const parts = rows.filter(row => row.counted !== undefined && row.counted < 0.9995);
  return html('div', {}, dataTable([...(named ? ['Owner'] : []), 'Too few (a_U)', 'Too many (a_O)', 'Time with too few (t_U)', 'Time with too many (t_O)', 'Slots there could be'],
    rows.map(row => [...(named ? [row.owner ?? ''] : []), ...[row.under, row.over, row.underTime, row.overTime].map(value => html('span', {}, PERCENT(value))), row.slots])),
  html('p', { class: 'dim small' }, 'a_U and a_O: by how many slots the supply was too small or too large on average, as part of all that there could be. ',
    parts.length > 0 ? `Counted is ${PERCENT(parts[0].counted)} of the time: in the rest more was wanted than there could be.` : ''));
}

// machines: [{id or machine, setup, state, created, agentJoined, ended, price, billingInterval, amount?, idle?, usedSeconds?}]
export function machineTable(machines) {
  const date = text => text ? new Date(text).toLocaleTimeString() : '–';
  const life = each => duration(((each.ended ? Date.parse(each.ended) : Date.now()) - Date.parse(each.created)) / 1000);
  return dataTable(['Machine', 'Setup', 'State', 'Made', 'Ready', 'Ended', 'There for', 'Used (slot time)', 'Price', 'Per', 'Paid', 'Of that idle'],
    machines.map(each => [each.id ?? each.machine, each.setup, each.state.toLowerCase(), date(each.created), date(each.agentJoined), date(each.ended), life(each),
      each.usedSeconds === undefined ? '–' : duration(each.usedSeconds), each.price, duration(each.billingInterval), each.amount === undefined ? '–' : money(each.amount), each.idle === undefined ? '–' : money(each.idle)]));
}

export function failedAttempts(statistics) {
  const rows = statistics.failedAttempts ?? [];
  return html('div', {}, dataTable(['Attempts', 'Why', 'Exit code', 'Example', 'Message'], rows.map(each => [each.attempts, each.reasonText, each.exitCode, `task ${each.example}`, each.message ?? ''])),
    html('p', { class: 'dim small' }, `attempts that did not succeed, among them those of ${count(statistics.retried)} tasks that were tried again; of ${count(statistics.failedAttemptsLooked)} tasks`));
}

// A table; texts stay texts, numbers stand to the right.
export function dataTable(names, rows) {
  const isNumber = value => typeof value === 'number';
  const cell = value => value instanceof Node ? value : value === undefined || value === null ? '' : isNumber(value) ? count(value) : value;
  return html('div', { class: 'scroll' }, html('table', {}, html('thead', {}, html('tr', {}, names.map((name, i) => html('th', { class: rows.length > 0 && isNumber(rows[0][i]) ? 'n' : undefined }, name)))),
    html('tbody', {}, rows.map(row => html('tr', {}, row.map(value => html('td', { class: isNumber(value) ? 'n' : 'name', title: typeof value === 'string' && value.length > 60 ? value : undefined }, cell(value))))))));
}

// ---- the graph of a workflow, from left to right

// data: the answer of /runs/{run}/graph. on.pick(node)
export function graph(data, on = {}) {
  if (data.nodes.length === 0) return html('p', { class: 'dim' }, data.drawn === false ? 'There is no graph to draw: the run is no workflow, or its text is too large.' : 'The workflow has no actions.');
  const { nodes, edges, joined } = data.nodes.length > 60 && !on.all ? alike(data) : { ...data, joined: false };
  const layers = layered(nodes, edges);
  const tall = Math.max(...layers.map(layer => layer.length));
  const boxHeight = tall > 30 ? 26 : 42, gap = tall > 30 ? 6 : 14, boxWidth = 168, between = 70;
  const height = Math.max(60, tall * (boxHeight + gap) + 12), width = layers.length * (boxWidth + between) - between + 16;
  const root = svg('svg', { class: width < 2000 ? 'draw fit' : 'draw', viewBox: `0 0 ${width} ${height}`, width, height, role: 'group', 'aria-label': `Workflow of ${data.nodes.length} actions` });
  const places = new Map();
  layers.forEach((layer, column) => layer.forEach((node, number) => places.set(node.id, {
    x: 8 + column * (boxWidth + between), y: (height - layer.length * (boxHeight + gap) + gap) / 2 + number * (boxHeight + gap) })));
  for (const [from, to] of edges) {
    const a = places.get(from), b = places.get(to);
    if (!a || !b) continue;
    const x1 = a.x + boxWidth, y1 = a.y + boxHeight / 2, x2 = b.x, y2 = b.y + boxHeight / 2;
    const bend = Math.max(30, (x2 - x1) / 2);
    root.append(svg('path', { class: 'edge', d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` }));
  }
  for (const node of nodes) root.append(box(node, places.get(node.id), boxWidth, boxHeight, on));
  return html('div', {}, html('div', { class: 'graph' }, root),
    joined ? html('p', { class: 'dim small' }, `${data.nodes.length} actions; those of one service at the same depth are drawn as one`) : null, sampled(data));
}

function box(node, place, width, height, on) {
  const total = node.queued + node.running + node.succeeded + node.failed + node.cancelled;
  const state = node.failed ? 'FAILED' : node.running ? 'RUNNING' : total > 0 && node.succeeded === total ? 'SUCCEEDED' : total > 0 ? 'QUEUED' : 'NONE';
  const counts = [['ok', node.succeeded], ['bad', node.failed], ['run', node.running], ['off', node.cancelled], ['wait', node.queued]];
  const many = node.actions > 1 ? ` × ${count(node.actions)}` : '';
  const said = `${node.service}${many}, ${node.id}${node.loop ? `, in loop ${node.loop}` : ''}: ${total === 0 ? 'not made yet' : counts.filter(each => each[1]).map(([key, value]) =>
    `${count(value)} ${{ ok: 'succeeded', bad: 'failed', run: 'running', off: 'cancelled', wait: 'waiting' }[key]}`).join(', ')}`;
  const group = svg('g', { class: 'node ' + state, transform: `translate(${place.x} ${place.y})`, tabindex: on.pick ? 0 : undefined, role: on.pick ? 'button' : undefined, 'aria-label': said },
    title(said), svg('rect', { class: 'body', width, height, rx: 7 }),
    svg('text', { x: 9, y: height > 30 ? 16 : 13 }, shortened(node.service + many, 24)));
  if (height > 30) group.append(svg('text', { class: 'dim', x: 9, y: 29 }, shortened(node.loop ? `${node.id} in ${node.loop}` : node.id, 27)));
  let x = 8;
  const room = width - 16;
  group.append(svg('rect', { class: 'stripe', x, y: height - 9, width: room, height: 4 }));
  for (const [style, value] of counts) {
    if (!value) continue;
    const part = value / total * room;
    group.append(svg('rect', { class: style, x, y: height - 9, width: part, height: 4 }));
    x += part;
  }
  if (on.pick) {
    group.addEventListener('click', () => on.pick(node));
    group.addEventListener('keydown', event => { if (event.key === 'Enter') on.pick(node); });
  }
  return group;
}

// The layer of a node is the length of the longest way to it; edges that would lead back are left out of account.
function layered(nodes, edges) {
  const next = new Map(nodes.map(node => [node.id, []])), before = new Map(nodes.map(node => [node.id, []]));
  const state = new Map();
  const all = new Map(nodes.map(node => [node.id, []]));
  for (const [from, to] of edges) if (all.has(from) && all.has(to)) all.get(from).push(to);
  for (const start of all.keys()) {
    if (state.has(start)) continue;
    const stack = [[start, 0]];
    state.set(start, 1);
    while (stack.length > 0) {
      const top = stack.at(-1);
      const targets = all.get(top[0]);
      if (top[1] >= targets.length) { state.set(top[0], 2); stack.pop(); continue; }
      const to = targets[top[1]++];
      if (state.get(to) === 1) continue;
      next.get(top[0]).push(to);
      before.get(to).push(top[0]);
      if (!state.has(to)) { state.set(to, 1); stack.push([to, 0]); }
    }
  }
  const depth = new Map(), open = new Map([...before].map(([id, list]) => [id, list.length]));
  const ready = nodes.map(node => node.id).filter(id => open.get(id) === 0);
  for (let i = 0; i < ready.length; i++) {
    const id = ready[i];
    depth.set(id, Math.max(0, ...before.get(id).map(each => depth.get(each) + 1)));
    for (const to of next.get(id)) {
      open.set(to, open.get(to) - 1);
      if (open.get(to) === 0) ready.push(to);
    }
  }
  const layers = [];
  for (const node of nodes) (layers[depth.get(node.id) ?? 0] ??= []).push(node);
  const solid = layers.map(layer => layer ?? []);
  // Neighbours come to stand near each other: each node moves to the middle of those it is linked to, a few times to and fro.
  const order = new Map();
  const number = layer => layer.forEach((node, i) => order.set(node.id, i / Math.max(1, layer.length - 1 || 1)));
  solid.forEach(number);
  const middle = list => list.length === 0 ? undefined : list.reduce((sum, id) => sum + order.get(id), 0) / list.length;
  for (let sweep = 0; sweep < 6; sweep++) {
    const down = sweep % 2 === 0;
    for (const layer of down ? solid : [...solid].reverse()) {
      const wish = new Map(layer.map(node => [node.id, middle((down ? before : next).get(node.id)) ?? order.get(node.id)]));
      layer.sort((a, b) => wish.get(a.id) - wish.get(b.id));
      number(layer);
    }
  }
  return solid;
}

function alike(data) {
  const layers = layered(data.nodes, data.edges);
  const groupOf = new Map(), groups = new Map();
  layers.forEach((layer, depth) => layer.forEach(node => {
    const key = `${node.service} #${depth}`;
    groupOf.set(node.id, key);
    const known = groups.get(key);
    if (!known) groups.set(key, { ...node, id: key, members: 1 });
    else {
      known.members++;
      for (const field of ['actions', 'queued', 'running', 'succeeded', 'failed', 'cancelled']) known[field] += node[field];
      if (known.loop !== node.loop) delete known.loop;
    }
  }));
  const links = new Set(), edges = [];
  for (const [from, to] of data.edges) {
    const a = groupOf.get(from), b = groupOf.get(to);
    if (!a || !b || a === b || links.has(a + '\n' + b)) continue;
    links.add(a + '\n' + b);
    edges.push([a, b]);
  }
  return { nodes: [...groups.values()], edges, joined: groups.size < data.nodes.length };
}
