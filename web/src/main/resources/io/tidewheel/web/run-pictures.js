// Pictures of one run: what its agents did, its graph, its figures.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get, query } from './api.js';
import { isOver, Loading, Picture, REFRESH, useAnswer } from './parts.js';
import { boxes, elasticity, MEASURES, supply } from './curves.js';
import { graph } from './graph.js';
import { count, duration } from './numbers.js';
import { timeline } from './timeline.js';
/** @import { RunPartProperties } from './parts.js' */

/**
 * @param {object} properties
 * @param {Answer.Run} properties.run
 * @param {number} properties.rows
 * @param {string | null} [properties.from]
 * @param {string | null} [properties.to]
 * @param {string | null} [properties.skip]
 * @param {(from: number, to: number) => void} [properties.zoom]
 */
export function TimelinePicture({ run, rows, from, to, skip, zoom }) {
  const room = document.getElementById('main')?.clientWidth ?? 0;
  const width = Math.max(300, Math.min(1500, room - 190));
  const [data, problem] = useAnswer(
    signal => get(`/runs/${run.id}/timeline`, signal, { width, rows, from, to, skip }),
    [run.id, run.state, from, to, skip],
    isOver(run) || to ? 0 : REFRESH,
  );
  if (!data) return h(Loading, { what: 'drawing', problem });
  return h(
    'section',
    { class: 'card', 'data-ready': 'timeline' },
    h('h2', {}, 'What the agents did'),
    h(Picture, {
      make: () =>
        timeline(data, {
          zoom,
          deadline: run.deadline,
          pick: index => {
            location.hash = `/runs/${run.id}/tasks/${index}`;
          },
        }),
      needs: [data],
    }),
    data.rowsAfter > 0 &&
      h(
        'p',
        { class: 'dim small' },
        `${count(data.rowsAfter)} more lanes: `,
        h(
          'a',
          { href: `#/runs/${run.id}/timeline` + query({ from, to, skip: Number(skip ?? 0) + data.rows.length }) },
          'show them',
        ),
      ),
  );
}

/** @param {RunPartProperties} properties */
export function RunTimeline({ run, wanted }) {
  const from = wanted.get('from');
  const to = wanted.get('to');
  const skip = wanted.get('skip');
  /**
   * @param {number} a
   * @param {number} b
   */
  const go = (a, b) => {
    location.hash = `/runs/${run.id}/timeline` + query({ from: a.toFixed(3), to: b.toFixed(3) });
  };
  const whole = () => {
    location.hash = `/runs/${run.id}/timeline`;
  };
  const length =
    ((run.finished ? Date.parse(run.finished) : Date.now()) - Date.parse(run.started ?? run.created)) / 1000;
  const a = Number(from ?? 0);
  const b = Number(to ?? length);
  const middle = (a + b) / 2;
  const half = (b - a) / 2;
  /** @param {number} by */
  const shift = by => {
    const step = by * half;
    go(Math.max(0, a + step), Math.max(0.001, b + step));
  };
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'Part of the time' },
      h('button', { onClick: () => go(Math.max(0, middle - half / 2), middle + half / 2) }, 'Zoom in'),
      h(
        'button',
        {
          onClick: () => (half * 2 >= length / 2 ? whole() : go(Math.max(0, middle - half * 2), middle + half * 2)),
          disabled: !to,
        },
        'Zoom out',
      ),
      h('button', { onClick: () => shift(-1), disabled: !to || a <= 0, 'aria-label': 'Earlier' }, '←'),
      h('button', { onClick: () => shift(1), disabled: !to, 'aria-label': 'Later' }, '→'),
      h('button', { onClick: whole, disabled: !to && !skip }, 'All of it'),
      h('span', { class: 'dim small' }, 'drag over a part to see it larger; click a task to see more of it'),
    ),
    h(TimelinePicture, { run, rows: 120, from, to, skip, zoom: go }),
  );
}

/** @param {RunPartProperties} properties */
export function RunGraph({ run }) {
  const [all, setAll] = useState(false);
  const [data, problem] = useAnswer(
    signal => get(`/runs/${run.id}/graph`, signal),
    [run.id, run.state],
    isOver(run) ? 0 : REFRESH,
  );
  if (!data) return h(Loading, { what: 'drawing', problem });
  return h(
    'section',
    { class: 'card', 'data-ready': 'graph' },
    h(
      'div',
      { class: 'row between' },
      h('h2', {}, 'Actions and what they wait for'),
      data.nodes.length > 60 &&
        h(
          'button',
          { onClick: () => setAll(!all), 'aria-pressed': all },
          all ? 'Draw similar actions as one' : 'Draw every action',
        ),
    ),
    h(Picture, {
      make: () =>
        graph(data, {
          all,
          pick: node => {
            location.hash = `/runs/${run.id}/tasks` + query({ action: node.id.replace(/ #\d+$/, '') });
          },
        }),
      needs: [data, all],
    }),
  );
}

/** @param {RunPartProperties} properties */
export function RunFigures({ run }) {
  const [data, problem] = useAnswer(
    signal => get(`/runs/${run.id}/statistics`, signal),
    [run.id, run.state],
    isOver(run) ? 0 : 2 * REFRESH,
  );
  if (!data) return h(Loading, { what: 'counting', problem });
  return h(
    'div',
    { 'data-ready': 'boxes' },
    h(
      'div',
      { class: 'grid' },
      MEASURES.map(([key, label, shown]) =>
        h(
          'section',
          { class: 'card' },
          h('h2', {}, `${label} per service`),
          h(Picture, { make: width => boxes(data.services, key, shown, width), needs: [data] }),
        ),
      ),
    ),
    data.supply &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Supply and demand'),
        h(Picture, { make: width => supply(data, width), needs: [data] }),
        h(Picture, { make: () => elasticity([data.elasticity]), needs: [data] }),
      ),
    h(
      'section',
      { class: 'card scroll' },
      h('h2', {}, 'Agents'),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Agent', 'Host', 'Capabilities'].map(name => h('th', {}, name)),
            ['Slots', 'Tasks', 'Failed', 'Busy', 'Utilisation'].map(name => h('th', { class: 'n' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          data.agents.map(agent =>
            h(
              'tr',
              {},
              h('td', { class: 'name' }, agent.agent),
              h('td', { class: 'name' }, agent.host),
              h('td', {}, agent.capabilities.join(', ')),
              [
                count(agent.slots),
                count(agent.tasks),
                count(agent.failed),
                duration(agent.busySeconds),
                `${(100 * agent.utilisation).toFixed(0)} %`,
              ].map(value => h('td', { class: 'n' }, value)),
            ),
          ),
        ),
      ),
    ),
    h(
      'section',
      { class: 'card scroll' },
      h('h2', {}, 'What took longest'),
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', {}, 'Task'),
            h('th', {}, 'Service'),
            h('th', { class: 'n' }, 'Took'),
            h('th', { class: 'n' }, 'Waited'),
            h('th', {}, 'Agent'),
          ),
        ),
        h(
          'tbody',
          {},
          data.slowest.map(bar =>
            h(
              'tr',
              {},
              h('td', {}, h('a', { href: `#/runs/${run.id}/tasks/${bar.index}` }, bar.index)),
              h('td', { class: 'name' }, bar.service),
              h('td', { class: 'n' }, duration(bar.seconds)),
              h('td', { class: 'n' }, duration(bar.waitSeconds)),
              h('td', {}, bar.agent),
            ),
          ),
        ),
      ),
    ),
    sampledText(data),
  );
}

/** @param {Answer.Looked} data */
export function sampledText(data) {
  return (
    data.looked < data.tasks &&
    h('p', { class: 'dim small' }, `counted among ${count(data.looked)} of ${count(data.tasks)} tasks`)
  );
}
