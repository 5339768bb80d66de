// Curves over time, box plots, and tables of what they are made of.
import { COLOURS, dataTable, html, legend, svg, ticks, title, USUAL_WIDTH } from './draw.js';
import { bytes, count, duration, money, percent, shortened } from './numbers.js';

/** @typedef {'waitSeconds' | 'runSeconds' | 'cpuSeconds' | 'peakMemoryBytes'} Measure */
/** @typedef {[number, number]} Point */
/** @typedef {{ name: string, style: string, points: Point[] }} Series */

// What is measured of each service, how that is called and how it is written.
/** @type {[Measure, string, (value: number) => string][]} */
export const MEASURES = [
  ['waitSeconds', 'Waiting', duration],
  ['runSeconds', 'Running', duration],
  ['cpuSeconds', 'CPU time', duration],
  ['peakMemoryBytes', 'Peak memory', bytes],
];

const MOST_BOXES = 30;

// One chart per measure, a box for each service.
/**
 * @param {Answer.ServiceFigures[]} services
 * @param {Measure} key
 * @param {(value: number) => string} shown
 */
export function boxes(services, key, shown, width = USUAL_WIDTH) {
  /** @type {{ name: string, box: Answer.Spread }[]} */
  const some = [];
  for (const service of services) {
    const box = service[key];
    if (box && some.length < MOST_BOXES) some.push({ name: service.name, box });
  }
  if (some.length === 0) return html('p', { class: 'dim' }, 'not measured');
  const left = 150;
  const rowHeight = 26;
  const top = 6;
  const height = top + some.length * rowHeight + 22;
  const most = Math.max(...some.map(each => each.box.greatest));
  if (!(most > 0)) return html('p', { class: 'dim' }, 'nothing to speak of');
  const unit = shown === bytes ? 1024 ** Math.floor(Math.log(most) / Math.log(1024)) : 1;
  /** @param {number} value */
  const x = value => left + (value / most) * (width - left - 30);
  const said = some.map(({ name, box }) => `${name}: median ${shown(box.median)}, at most ${shown(box.greatest)}`);
  const root = svg('svg', {
    class: 'draw',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': 'Box plot: ' + said.join('; '),
  });
  for (const at of ticks(0, most / unit, 4).map(place => place * unit))
    root.append(
      svg('line', { class: 'rule', x1: x(at), x2: x(at), y1: top, y2: height - 18 }),
      svg('text', { class: 'dim mid', x: x(at), y: height - 5 }, at === 0 ? '0' : shown(at)),
    );
  some.forEach(({ name, box }, number) => {
    const y = top + number * rowHeight;
    const middle = y + rowHeight / 2;
    root.append(
      svg(
        'g',
        {},
        title(spread(name, box, shown)),
        svg('rect', { x: 0, y, width, height: rowHeight, fill: 'transparent' }),
        svg('text', { class: 'end', x: left - 8, y: middle + 4 }, shortened(name, 24)),
        svg('line', { class: 'whisker', x1: x(box.p5), x2: x(box.p95), y1: middle, y2: middle }),
        svg('line', { class: 'whisker', x1: x(box.p5), x2: x(box.p5), y1: middle - 5, y2: middle + 5 }),
        svg('line', { class: 'whisker', x1: x(box.p95), x2: x(box.p95), y1: middle - 5, y2: middle + 5 }),
        svg('rect', {
          class: 'box',
          x: x(box.p25),
          y: middle - 8,
          width: Math.max(1, x(box.p75) - x(box.p25)),
          height: 16,
        }),
        svg('line', { class: 'median', x1: x(box.median), x2: x(box.median), y1: middle - 8, y2: middle + 8 }),
        svg('circle', { class: 'k3', cx: x(box.greatest), cy: middle, r: 2 }),
      ),
    );
  });
  return root;
}

/**
 * @param {string} name
 * @param {Answer.Spread} box
 * @param {(value: number) => string} shown
 */
function spread(name, box, shown) {
  return [
    name,
    `${count(box.count)} values`,
    `least ${shown(box.least)}`,
    `5 % ${shown(box.p5)}`,
    `25 % ${shown(box.p25)}`,
    `median ${shown(box.median)}`,
    `75 % ${shown(box.p75)}`,
    `95 % ${shown(box.p95)}`,
    `greatest ${shown(box.greatest)}`,
    `mean ${shown(box.mean)}`,
  ].join('\n');
}

/**
 * @typedef {object} CurveOptions
 * @property {{ name: string, y: number }[]} [limits]
 * @property {{ name: string, x: number }[]} [marks]
 * @property {(y: number) => string} [shown] how values are written
 * @property {(x: number) => string} [time] how moments are written
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [step] a value holds until the next
 */

/**
 * @param {Series[]} series
 * @param {CurveOptions} [options]
 */
export function curves(
  series,
  { limits = [], marks = [], shown = count, time = duration, width = USUAL_WIDTH, height = 190, step = false } = {},
) {
  const points = series.flatMap(each => each.points);
  if (points.length === 0) return html('p', { class: 'dim' }, 'nothing to show yet');
  const left = 64;
  const right = 12;
  const bottom = 22;
  const top = 14;
  const from = least(points.map(each => each[0]));
  const to = Math.max(greatest(points.map(each => each[0])), from + 1e-3, ...marks.map(each => each.x));
  const most = Math.max(1e-9, greatest(points.map(each => each[1])), ...limits.map(each => each.y)) * 1.05;
  /** @param {number} value */
  const x = value => left + ((value - from) / (to - from)) * (width - left - right);
  /** @param {number} value */
  const y = value => height - bottom - (value / most) * (height - bottom - top);
  const said = series.map(each => {
    const last = each.points.at(-1);
    return `${each.name} ${last ? shown(last[1]) : 'nothing'}`;
  });
  const root = svg('svg', {
    class: 'draw curves',
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': 'Curves: ' + said.join(', '),
  });
  for (const at of ticks(0, most, 4))
    root.append(
      svg('line', { class: 'rule', x1: left, x2: width - right, y1: y(at), y2: y(at) }),
      svg('text', { class: 'dim end', x: left - 7, y: y(at) + 4 }, at === 0 ? '0' : shown(at)),
    );
  for (const at of ticks(from, to, Math.max(2, width / 110))) {
    const last = x(at) > width - 50;
    root.append(
      svg('text', { class: last ? 'dim end' : 'dim mid', x: last ? width - 4 : x(at), y: height - 6 }, time(at)),
    );
  }
  for (const each of series) {
    if (each.points.length === 0) continue;
    const path = each.points.map(([at, value], i) => {
      const across = x(at).toFixed(1);
      const up = y(value).toFixed(1);
      return i === 0 ? `M${across} ${up}` : step ? `H${across}V${up}` : `L${across} ${up}`;
    });
    root.append(svg('path', { class: 'series ' + each.style, d: path.join('') }, title(each.name)));
  }
  for (const limit of limits)
    root.append(
      svg('line', { class: 'limit', x1: left, x2: width - right, y1: y(limit.y), y2: y(limit.y) }, title(limit.name)),
      svg(
        'text',
        { class: marks.length ? undefined : 'end', x: marks.length ? left + 6 : width - right, y: y(limit.y) - 4 },
        shortened(limit.name, 50),
      ),
    );
  for (const mark of marks) {
    const before = x(mark.x) > width / 2;
    root.append(
      svg('line', { class: 'limit', x1: x(mark.x), x2: x(mark.x), y1: top, y2: height - bottom }, title(mark.name)),
      svg(
        'text',
        { class: before ? 'end' : undefined, x: x(mark.x) + (before ? -5 : 5), y: top + 26 },
        shortened(mark.name, 50),
      ),
    );
  }
  return html('div', {}, root, legend(series.map(each => [each.style, each.name])));
}

// Not all values at once as arguments: there can be more than a call may have.
/** @param {number[]} values */
const least = values => values.reduce((one, other) => Math.min(one, other), Infinity);
/** @param {number[]} values */
const greatest = values => values.reduce((one, other) => Math.max(one, other), -Infinity);

const MOST_CURVES = 24;

// What curves() needs for the pictures of a job, with a heading each.
/**
 * @param {Answer.Job} job
 * @returns {(CurveOptions & { heading: string, series: Series[] })[]}
 */
export function jobCurves(job) {
  const reports = reportsOf(job);
  return [
    { heading: 'Iterations done', series: total(reports), limits: [{ name: 'asked for', y: job.iterations }] },
    { heading: 'Speed of each partition (iterations per second)', series: ofEach(job, sample => sample.speed) },
    { heading: 'Share of each partition (iterations)', series: ofEach(job, sample => sample.share), step: true },
    {
      heading: 'When it will be done, as it was seen',
      series: estimates(job, reports),
      limits: job.target === undefined ? [] : [{ name: 'target', y: job.target }],
      shown: duration,
    },
  ];
}

// Seconds since the job began.
/** @param {Answer.Job} job */
function clock(job) {
  const began = job.began === undefined ? undefined : Date.parse(job.began);
  /** @param {string} at */
  return at => {
    const time = Date.parse(at);
    return (time - (began ?? time)) / 1000;
  };
}

/**
 * @param {Answer.Job} job
 * @param {(sample: Answer.Sample) => number} value
 * @returns {Series[]}
 */
function ofEach(job, value) {
  const since = clock(job);
  return job.partitions
    .slice(0, MOST_CURVES)
    .map((part, i) => ({
      name: `partition ${part.partition}`,
      style: 's' + (i % COLOURS),
      points: part.history.map(sample => [since(sample.at), value(sample)]),
    }));
}

/** @typedef {{ number: number, at: number, sample: Answer.Sample }} PartitionReport */

// Reports come from partitions at different times: the last one of each counts until its next.
/** @param {Answer.Job} job */
function reportsOf(job) {
  const since = clock(job);
  /** @type {PartitionReport[]} */
  const all = [];
  job.partitions.forEach((part, number) => {
    for (const sample of part.history) all.push({ number, at: since(sample.at), sample });
  });
  return all.sort((a, b) => a.at - b.at);
}

/**
 * @param {PartitionReport[]} reports
 * @returns {Series[]}
 */
function total(reports) {
  const sum = new PartitionSum();
  /** @type {Point[]} */
  const points = reports.map(({ number, at, sample }) => [at, sum.set(number, sample.iterations)]);
  return [{ name: 'all partitions', style: 's0', points: sparse(points) }];
}

// At each report: the time since the beginning, and what the rest would take at the speed of that moment.
/**
 * @param {Answer.Job} job
 * @param {PartitionReport[]} reports
 * @returns {Series[]}
 */
function estimates(job, reports) {
  const done = new PartitionSum();
  const speed = new PartitionSum();
  /** @type {Point[]} */
  const points = [];
  for (const { number, at, sample } of reports) {
    const all = done.set(number, sample.iterations);
    const pace = speed.set(number, sample.iterations >= sample.share ? 0 : sample.speed);
    if (pace > 0) points.push([at, at + Math.max(0, job.iterations - all) / pace]);
  }
  return [{ name: 'estimate', style: 's7', points: sparse(points) }];
}

// The sum of the last value of each partition: a new value changes it without a look at the others.
class PartitionSum {
  /** @type {Map<number, number>} */
  last = new Map();
  all = 0;
  /**
   * @param {number} partition
   * @param {number} value
   */
  set(partition, value) {
    this.all += value - (this.last.get(partition) ?? 0);
    this.last.set(partition, value);
    return this.all;
  }
}

const MOST_POINTS = 1_200;

// As many points as can be told apart, the last one in any case.
/** @param {Point[]} points */
function sparse(points) {
  const every = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, i) => (points.length - 1 - i) % every === 0);
}

// What a run has cost until its end, or until now.
/**
 * @param {Answer.Cost} cost
 * @param {Answer.Run} run
 * @param {string} end
 * @param {number} [width]
 */
export function costs(cost, run, end, width) {
  // Machines are paid for from the moment they are wanted, which is before anything runs.
  const began = Date.parse(run.created);
  const until = Math.max((Date.parse(end) - began) / 1000, 1e-3);
  /** @type {Point[]} */
  const paid = (cost.intervals ?? []).map(each => [(Date.parse(each.from) - began) / 1000, Number(each.amount)]);
  const last = paid.at(-1);
  if (!last) return html('p', { class: 'dim' }, 'It has used no machine that costs anything.');
  const drawnTo = Math.max(until, last[0] + cost.interval);
  let sum = 0;
  /** @type {Point[]} */
  const sums = paid.map(([at, amount]) => [at, (sum += amount)]);
  /** @type {Point[]} */
  const soFar = [[Math.min(0, paid[0][0]), 0], ...sums, [until, Number(cost.amount)]];
  soFar.sort((a, b) => a[0] - b[0]);
  const due = run.deadline ? (Date.parse(run.deadline) - began) / 1000 : undefined;
  const near = due !== undefined && due < 20 * drawnTo;
  const marks = near ? [{ name: 'deadline', x: due }] : [];
  const half = width ? Math.max(280, width > 980 ? width / 2 - 16 : width) : undefined;
  const { budget } = cost;
  const limits =
    budget && budget.interval === cost.interval
      ? [{ name: `budget of ${run.owner}: ${money(budget.amount)}`, y: Number(budget.amount) }]
      : [];
  const options = { marks, shown: money, step: true, width: half };
  return html(
    'div',
    { class: 'grid' },
    html(
      'div',
      {},
      html('h3', {}, 'Paid so far'),
      curves([{ name: 'paid so far', style: 's2', points: soFar }], options),
    ),
    html(
      'div',
      {},
      html('h3', {}, `Paid in each ${duration(cost.interval)}`),
      curves([{ name: 'paid', style: 's2', points: [...paid, [drawnTo, last[1]]] }], { ...options, limits }),
    ),
    due !== undefined && !near
      ? html(
          'p',
          { class: 'dim small' },
          `the deadline is too far away to be drawn: ${duration(due)} after it was submitted`,
        )
      : null,
  );
}

// Supply and demand of a run.
/**
 * @param {Answer.Statistics} statistics
 * @param {number} [width]
 */
export function supply(statistics, width) {
  const steps = statistics.supply ?? [];
  const last = steps.at(-1);
  const all = last ? [...steps, [Math.max(statistics.seconds, last[0]), last[1], last[2]]] : steps;
  /**
   * @param {string} name
   * @param {string} style
   * @param {number} place
   * @returns {Series}
   */
  const line = (name, style, place) => ({ name, style, points: all.map(step => [step[0], step[place]]) });
  return curves([line('tasks that wait or run', 's7', 1), line('slots that are there for them', 's1', 2)], {
    step: true,
    width,
  });
}

const ELASTICITY = [
  'Too few (a_U)',
  'Too many (a_O)',
  'Time with too few (t_U)',
  'Time with too many (t_O)',
  'Slots there could be',
];

// How well supply followed demand, of each owner or of a run.
/** @param {Answer.Elasticity[]} rows */
export function elasticity(rows) {
  if (rows.length === 0) return html('p', { class: 'dim' }, 'nothing to measure yet');
  const named = rows.some(row => row.owner !== undefined);
  const part = rows.map(row => row.counted ?? 1).find(counted => counted < 0.9995);
  const counted =
    part === undefined
      ? ''
      : `Counted is ${percent(part)} of the time: in the rest more was wanted than there could be.`;
  return html(
    'div',
    {},
    dataTable(
      [...(named ? ['Owner'] : []), ...ELASTICITY],
      rows.map(row => [
        ...(named ? [row.owner ?? ''] : []),
        ...[row.under, row.over, row.underTime, row.overTime].map(value => html('span', {}, percent(value))),
        row.slots,
      ]),
    ),
    html(
      'p',
      { class: 'dim small' },
      'a_U and a_O: by how many slots the supply was too small or too large on average, as part of all that there ' +
        'could be. ',
      counted,
    ),
  );
}

const MACHINE_COLUMNS = [
  'Machine',
  'Setup',
  'State',
  'Made',
  'Ready',
  'Ended',
  'There for',
  'Used (slot time)',
  'Price',
  'Per',
  'Paid',
  'Of that idle',
];

/** @param {Answer.PaidMachine[]} machines */
export function machineTable(machines) {
  /** @param {string | undefined} text */
  const date = text => (text ? new Date(text).toLocaleTimeString() : '–');
  /** @param {Answer.PaidMachine} each */
  const life = each => duration(((each.ended ? Date.parse(each.ended) : Date.now()) - Date.parse(each.created)) / 1000);
  return dataTable(
    MACHINE_COLUMNS,
    machines.map(each => [
      each.id ?? each.machine,
      each.setup,
      each.state.toLowerCase(),
      date(each.created),
      date(each.agentJoined),
      date(each.ended),
      life(each),
      each.usedSeconds === undefined ? '–' : duration(each.usedSeconds),
      each.price,
      duration(each.billingInterval),
      each.amount === undefined ? '–' : money(each.amount),
      each.idle === undefined ? '–' : money(each.idle),
    ]),
  );
}

/** @param {Answer.Statistics} statistics */
export function failedAttempts(statistics) {
  const rows = statistics.failedAttempts ?? [];
  return html(
    'div',
    {},
    dataTable(
      ['Attempts', 'Why', 'Exit code', 'Example', 'Message'],
      rows.map(each => [each.attempts, each.reasonText, each.exitCode, `task ${each.example}`, each.message ?? '']),
    ),
    html(
      'p',
      { class: 'dim small' },
      `attempts that did not succeed, among them those of ${count(statistics.retried)} tasks that were tried again; ` +
        `of ${count(statistics.failedAttemptsLooked)} tasks`,
    ),
  );
}
