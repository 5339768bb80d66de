// Iterative jobs and the sites that work on them; shown where the server offers them.
import { h } from './preact.js';
import { get } from './api.js';
import { Badge, isOver, Loading, Tile, Trouble, useAnswer } from './parts.js';
import { count, duration } from './draw.js';

export function Job({ run }) {
  const [job, trouble] = useAnswer(signal => get(`/runs/${run.id}/job`, signal), [run.id, run.state], isOver(run) ? 0 : 2_000);
  if (!job) return h(Loading, { what: 'looking at the job', trouble });
  return h('div', { 'data-ready': 'job' }, h(Trouble, { trouble }), h(Facts, { job }));
}

// What it is made of is told as it comes: numbers as tiles, lists as tables.
function Facts({ job }) {
  const single = Object.entries(job).filter(([, value]) => typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean');
  const lists = Object.entries(job).filter(([, value]) => Array.isArray(value) && value.length > 0 && typeof value[0] === 'object');
  return h('div', {}, h('div', { class: 'tiles' }, single.slice(0, 16).map(([name, value]) => h(Tile, { label: words(name), value: shown(name, value) }))),
    lists.map(([name, items]) => h('section', { class: 'card scroll' }, h('h2', {}, words(name)), h(Table, { items: items.slice(0, 200) }))));
}

export function Table({ items }) {
  const names = [...new Set(items.flatMap(item => Object.entries(item).filter(([, value]) => typeof value !== 'object').map(([name]) => name)))].slice(0, 14);
  return h('table', {}, h('thead', {}, h('tr', {}, names.map(name => h('th', {}, words(name))))),
    h('tbody', {}, items.map(item => h('tr', {}, names.map(name => h('td', { class: typeof item[name] === 'number' ? 'n' : 'name' }, name === 'state' ? h(Badge, { state: item[name] }) : shown(name, item[name])))))));
}

function words(name) {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function shown(name, value) {
  if (value === undefined) return '';
  if (typeof value === 'number' && /seconds$/i.test(name)) return duration(value);
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : value.toPrecision(4);
  return String(value);
}

export function Sites() {
  const [sites, trouble] = useAnswer(signal => get('/sites', signal), [], 2_000);
  if (!sites) return h(Loading, { what: 'looking for sites', trouble });
  return h('div', { 'data-ready': 'sites' }, h('h1', {}, 'Sites'), h(Trouble, { trouble }),
    sites.items.length === 0 ? h('p', { class: 'card' }, 'No site has reported yet.') : h('div', { class: 'card scroll' }, h(Table, { items: sites.items })));
}
