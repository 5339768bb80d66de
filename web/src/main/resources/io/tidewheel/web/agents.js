// The agents that are connected: what they offer, and how busy they are.
import { h } from './preact.js';
import { useState } from './hooks.js';
import { get, post } from './api.js';
import { ago, attempt, Badge, Bar, confirmed, EVERY, Loading, moment, ProblemText, Tile, useAnswer } from './parts.js';
import { bytes, count } from './numbers.js';
/** @import { PageProperties } from './parts.js' */

const SHOWN = 100;

/** @param {PageProperties} properties */
export function AgentsPage({ about }) {
  const [data, problem, again] = useAnswer(signal => get('/agents', signal), [], EVERY);
  const [filter, setFilter] = useState('');
  const [skip, setSkip] = useState(0);
  if (!data) return h(Loading, { what: 'looking for agents', problem });
  const words = filter.toLowerCase();
  const agents = data.items.filter(agent =>
    [agent.name, agent.host, agent.server, agent.state, ...agent.capabilities].some(text =>
      text.toLowerCase().includes(words),
    ),
  );
  const slots = data.items.reduce((sum, agent) => sum + agent.slots, 0);
  const holds = data.items.reduce((sum, agent) => sum + Math.min(agent.slots, agent.busySlots ?? agent.holds), 0);
  return h(
    'div',
    { 'data-ready': 'agents' },
    h(
      'div',
      { class: 'row between' },
      h('h1', {}, 'Agents'),
      h('input', {
        type: 'search',
        placeholder: 'name, host, capability …',
        'aria-label': 'Filter',
        value: filter,
        onInput: event => {
          setFilter(event.currentTarget.value);
          setSkip(0);
        },
      }),
    ),
    h(ProblemText, { problem }),
    h(
      'div',
      { class: 'tiles' },
      h(Tile, { label: 'agents', value: count(data.items.length) }),
      h(Tile, { label: 'slots', value: count(slots) }),
      h(Tile, { label: 'busy slots', value: slots ? `${count(holds)} (${Math.round((100 * holds) / slots)} %)` : '0' }),
      h(Tile, { label: 'hosts', value: count(new Set(data.items.map(agent => agent.host)).size) }),
      h(Tile, { label: 'tasks finished', value: count(data.items.reduce((sum, agent) => sum + agent.finished, 0)) }),
    ),
    agents.length === 0
      ? h(
          'p',
          { class: 'card' },
          data.items.length
            ? 'No agent fits the filter.'
            : [
                'No agent is connected. Start one with ',
                h('code', {}, 'tidewheel agent start --server URL --token-file FILE'),
                '.',
              ],
        )
      : h(
          'div',
          { class: 'card scroll' },
          h(
            'table',
            { class: 'stack' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                ['Agent', 'Host', 'Server', 'State', 'Capabilities', 'Busy'].map(name => h('th', {}, name)),
                ['Slots', 'Finished', 'Load', 'Free memory'].map(name => h('th', { class: 'n' }, name)),
                h('th', {}, 'Since'),
                h('th', {}, ''),
              ),
            ),
            h(
              'tbody',
              {},
              agents.slice(skip, skip + SHOWN).map(agent =>
                h(
                  'tr',
                  { key: agent.session },
                  h('td', { class: 'name', title: agent.name }, agent.name),
                  h('td', { class: 'name' }, agent.host),
                  h('td', { class: 'name' }, agent.server),
                  h('td', {}, h(Badge, { state: agent.state })),
                  h('td', {}, agent.capabilities.join(', ') || h('span', { class: 'dim' }, 'none')),
                  h(
                    'td',
                    {},
                    h(Bar, {
                      part: agent.utilisation ?? agent.holds / Math.max(1, agent.slots),
                      title: `${agent.holds} tasks`,
                    }),
                  ),
                  [
                    ['slots', count(agent.slots)],
                    ['finished', count(agent.finished)],
                    ['load', agent.loadAverage === undefined ? '' : agent.loadAverage.toFixed(1)],
                    ['free', agent.freeMemoryBytes === undefined ? '' : bytes(agent.freeMemoryBytes)],
                  ].map(([label, value]) => h('td', { class: 'n', 'data-label': value && label }, value)),
                  h('td', { class: 'dim', title: moment(agent.since) }, ago(agent.since)),
                  h(
                    'td',
                    {},
                    about.role === 'admin' &&
                      agent.state !== 'draining' &&
                      h(
                        'button',
                        {
                          'aria-label': `Drain agent ${agent.name}`,
                          onClick: async () => {
                            if (
                              (await confirmed(
                                `Drain agent ${agent.name}? It finishes what it runs and leaves.`,
                                'Drain it',
                              )) &&
                              (await attempt(
                                () => post(`/agents/${encodeURIComponent(agent.session)}/drain`),
                                'drains',
                              ))
                            )
                              again();
                          },
                        },
                        'Drain',
                      ),
                  ),
                ),
              ),
            ),
          ),
        ),
    h(
      'div',
      { class: 'row' },
      skip > 0 && h('button', { onClick: () => setSkip(Math.max(0, skip - SHOWN)) }, '← Before'),
      agents.length > skip + SHOWN &&
        h('button', { onClick: () => setSkip(skip + SHOWN) }, `Next → (${count(agents.length - skip - SHOWN)} more)`),
    ),
  );
}
