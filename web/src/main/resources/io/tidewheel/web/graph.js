// The graph of a workflow, from left to right.
import { html, sampled, svg, title } from './draw.js';
import { count, shortened } from './numbers.js';

// What can be done with it: pick a node; and whether all of them are drawn, however many.
/** @typedef {{ pick?: (node: Answer.Node) => void, all?: boolean }} GraphUse */

/**
 * @param {Answer.Graph} data
 * @param {GraphUse} [on]
 */
export function graph(data, on = {}) {
  if (data.nodes.length === 0)
    return html(
      'p',
      { class: 'dim' },
      data.drawn === false
        ? 'There is no graph to draw: the run is no workflow, or its text is too large.'
        : 'The workflow has no actions.',
    );
  const { nodes, edges, joined } = data.nodes.length > 60 && !on.all ? alike(data) : { ...data, joined: false };
  const layers = layered(nodes, edges);
  const tall = Math.max(...layers.map(layer => layer.length));
  const boxHeight = tall > 30 ? 26 : 42;
  const gap = tall > 30 ? 6 : 14;
  const boxWidth = 168;
  const between = 70;
  const height = Math.max(60, tall * (boxHeight + gap) + 12);
  const width = layers.length * (boxWidth + between) - between + 16;
  const root = svg('svg', {
    class: width < 2000 ? 'draw fit' : 'draw',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'group',
    'aria-label': `Workflow of ${data.nodes.length} actions`,
  });
  /** @type {Map<string, { x: number, y: number }>} */
  const places = new Map();
  layers.forEach((layer, column) =>
    layer.forEach((node, number) =>
      places.set(node.id, {
        x: 8 + column * (boxWidth + between),
        y: (height - layer.length * (boxHeight + gap) + gap) / 2 + number * (boxHeight + gap),
      }),
    ),
  );
  for (const [from, to] of edges) {
    const a = places.get(from);
    const b = places.get(to);
    if (!a || !b) continue;
    const x1 = a.x + boxWidth;
    const y1 = a.y + boxHeight / 2;
    const x2 = b.x;
    const y2 = b.y + boxHeight / 2;
    const bend = Math.max(30, (x2 - x1) / 2);
    root.append(svg('path', { class: 'edge', d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` }));
  }
  for (const node of nodes) {
    const place = places.get(node.id);
    if (place) root.append(nodeBox(node, place, boxWidth, boxHeight, on));
  }
  return html(
    'div',
    {},
    html('div', { class: 'graph' }, root),
    joined
      ? html(
          'p',
          { class: 'dim small' },
          `${data.nodes.length} actions; those of one service at the same depth are drawn as one`,
        )
      : null,
    sampled(data),
  );
}

/**
 * @param {Answer.Node} node
 * @param {{ x: number, y: number }} place
 * @param {number} width
 * @param {number} height
 * @param {GraphUse} on
 */
function nodeBox(node, place, width, height, on) {
  const total = node.queued + node.running + node.succeeded + node.failed + node.cancelled;
  const state = node.failed
    ? 'FAILED'
    : node.running
      ? 'RUNNING'
      : total > 0 && node.succeeded === total
        ? 'SUCCEEDED'
        : total > 0
          ? 'QUEUED'
          : 'NONE';
  /** @type {[string, number, string][]} */
  const counts = [
    ['ok', node.succeeded, 'succeeded'],
    ['bad', node.failed, 'failed'],
    ['run', node.running, 'running'],
    ['off', node.cancelled, 'cancelled'],
    ['wait', node.queued, 'waiting'],
  ];
  const many = node.actions > 1 ? ` × ${count(node.actions)}` : '';
  const stands = counts.filter(([, value]) => value > 0).map(([, value, word]) => `${count(value)} ${word}`);
  const where = `${node.service}${many}, ${node.id}${node.loop ? `, in loop ${node.loop}` : ''}`;
  const said = `${where}: ${total === 0 ? 'not made yet' : stands.join(', ')}`;
  const group = svg(
    'g',
    {
      class: 'node ' + state,
      transform: `translate(${place.x} ${place.y})`,
      tabindex: on.pick ? 0 : undefined,
      role: on.pick ? 'button' : undefined,
      'aria-label': said,
    },
    title(said),
    svg('rect', { class: 'body', width, height, rx: 7 }),
    svg('text', { x: 9, y: height > 30 ? 16 : 13 }, shortened(node.service + many, 24)),
  );
  if (height > 30)
    group.append(
      svg('text', { class: 'dim', x: 9, y: 29 }, shortened(node.loop ? `${node.id} in ${node.loop}` : node.id, 27)),
    );
  let x = 8;
  const room = width - 16;
  group.append(svg('rect', { class: 'stripe', x, y: height - 9, width: room, height: 4 }));
  for (const [style, value] of counts) {
    if (!value) continue;
    const part = (value / total) * room;
    group.append(svg('rect', { class: style, x, y: height - 9, width: part, height: 4 }));
    x += part;
  }
  const { pick } = on;
  if (pick) {
    group.addEventListener('click', () => pick(node));
    group.addEventListener('keydown', event => {
      if (event.key === 'Enter') pick(node);
    });
  }
  return group;
}

// The layer of a node is the length of the longest way to it; edges that would lead back are left out of account.
/**
 * @param {Answer.Node[]} nodes
 * @param {[string, string][]} edges
 */
function layered(nodes, edges) {
  const { next, before } = forward(nodes, edges);
  const depth = depths(nodes, next, before);
  /** @type {Answer.Node[][]} */
  const layers = [];
  for (const node of nodes) {
    const layer = depth.get(node.id) ?? 0;
    while (layers.length <= layer) layers.push([]);
    layers[layer].push(node);
  }
  // Neighbours come to stand near each other: each node moves to the middle of those it is linked to, a few times to
  // and fro.
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @param {Answer.Node[]} layer */
  const number = layer => layer.forEach((node, i) => order.set(node.id, i / Math.max(1, layer.length - 1)));
  /** @param {string} id */
  const placeOf = id => order.get(id) ?? 0;
  layers.forEach(number);
  for (let sweep = 0; sweep < 6; sweep++) {
    const down = sweep % 2 === 0;
    const linked = down ? before : next;
    for (const layer of down ? layers : [...layers].reverse()) {
      const wish = new Map(layer.map(node => [node.id, middle(linked.of(node.id), placeOf) ?? placeOf(node.id)]));
      layer.sort((a, b) => (wish.get(a.id) ?? 0) - (wish.get(b.id) ?? 0));
      number(layer);
    }
  }
  return layers;
}

/**
 * @param {string[]} ids
 * @param {(id: string) => number} placeOf
 */
function middle(ids, placeOf) {
  return ids.length === 0 ? undefined : ids.reduce((sum, id) => sum + placeOf(id), 0) / ids.length;
}

// The nodes that each node leads to, or comes from.
class NodeLinks {
  /** @type {Map<string, string[]>} */
  links;
  /** @param {Answer.Node[]} nodes */
  constructor(nodes) {
    this.links = new Map(nodes.map(node => [node.id, []]));
  }
  /** @param {string} id */
  of(id) {
    return this.links.get(id) ?? [];
  }
  /** @param {string} id */
  has(id) {
    return this.links.has(id);
  }
  /**
   * @param {string} from
   * @param {string} to
   */
  add(from, to) {
    this.links.get(from)?.push(to);
  }
}

// The edges without those that would lead back to where one came from, in both directions.
/**
 * @param {Answer.Node[]} nodes
 * @param {[string, string][]} edges
 */
function forward(nodes, edges) {
  const all = new NodeLinks(nodes);
  for (const [from, to] of edges) if (all.has(from) && all.has(to)) all.add(from, to);
  const next = new NodeLinks(nodes);
  const before = new NodeLinks(nodes);
  const begun = new Set();
  const ended = new Set();
  for (const start of nodes) {
    if (begun.has(start.id)) continue;
    const stack = [{ id: start.id, seen: 0 }];
    begun.add(start.id);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const targets = all.of(top.id);
      if (top.seen >= targets.length) {
        ended.add(top.id);
        stack.pop();
        continue;
      }
      const to = targets[top.seen++];
      if (begun.has(to) && !ended.has(to)) continue;
      next.add(top.id, to);
      before.add(to, top.id);
      if (!begun.has(to)) {
        begun.add(to);
        stack.push({ id: to, seen: 0 });
      }
    }
  }
  return { next, before };
}

/**
 * @param {Answer.Node[]} nodes
 * @param {NodeLinks} next
 * @param {NodeLinks} before
 */
function depths(nodes, next, before) {
  /** @type {Map<string, number>} */
  const depth = new Map();
  const open = new Map(nodes.map(node => [node.id, before.of(node.id).length]));
  const ready = nodes.map(node => node.id).filter(id => open.get(id) === 0);
  for (const id of ready) {
    depth.set(id, Math.max(0, ...before.of(id).map(each => (depth.get(each) ?? 0) + 1)));
    for (const to of next.of(id)) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return depth;
}

/** @type {('actions' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled')[]} */
const ADDED_UP = ['actions', 'queued', 'running', 'succeeded', 'failed', 'cancelled'];

// Those of one service at the same depth become one.
/** @param {Answer.Graph} data */
function alike(data) {
  const layers = layered(data.nodes, data.edges);
  /** @type {Map<string, string>} */
  const groupOf = new Map();
  /** @type {Map<string, Answer.Node>} */
  const groups = new Map();
  layers.forEach((layer, depth) =>
    layer.forEach(node => {
      const key = `${node.service} #${depth}`;
      groupOf.set(node.id, key);
      const known = groups.get(key);
      if (!known) groups.set(key, { ...node, id: key });
      else {
        for (const field of ADDED_UP) known[field] += node[field];
        if (known.loop !== node.loop) delete known.loop;
      }
    }),
  );
  const links = new Set();
  /** @type {[string, string][]} */
  const edges = [];
  for (const [from, to] of data.edges) {
    const a = groupOf.get(from);
    const b = groupOf.get(to);
    if (!a || !b || a === b || links.has(a + '\n' + b)) continue;
    links.add(a + '\n' + b);
    edges.push([a, b]);
  }
  return { nodes: [...groups.values()], edges, joined: groups.size < data.nodes.length };
}
