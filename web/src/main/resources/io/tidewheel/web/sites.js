// Foreign sites that take a part in jobs; shown where the server serves them.
import { h } from './preact.js';
import { get } from './api.js';
import { ago, Badge, EVERY, Loading, moment, ProblemText, useAnswer } from './parts.js';
import { count } from './numbers.js';

export function SitesPage() {
  const [sites, problem] = useAnswer(signal => get('/sites', signal), [], EVERY);
  if (!sites) return h(Loading, { what: 'looking for sites', problem });
  const { problems = [] } = sites;
  return h(
    'div',
    { 'data-ready': 'sites' },
    h('h1', {}, 'Sites'),
    h(ProblemText, { problem }),
    sites.why && h('p', { class: 'card' }, `Required capacity: ${sites.requiredCapacity}. ${sites.why}`),
    problems.length > 0 &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Files that have not become jobs'),
        h(
          'ul',
          {},
          problems.map(each =>
            h(
              'li',
              { key: each.file },
              h('b', {}, each.file),
              ` ${each.text} `,
              h('span', { class: 'dim', title: moment(each.at) }, ago(each.at)),
            ),
          ),
        ),
      ),
    sites.items.length === 0
      ? h(
          'p',
          { class: 'card' },
          sites.served === false ? 'This server does not serve foreign sites.' : 'No site has reported yet.',
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
                h('th', {}, 'Site'),
                h('th', {}, 'State'),
                ['Slots', 'At most', 'Running', 'Offered'].map(name => h('th', { class: 'n' }, name)),
                h('th', {}, 'Heard of'),
              ),
            ),
            h(
              'tbody',
              {},
              sites.items.map(site =>
                h(
                  'tr',
                  { key: site.id },
                  h('td', { class: 'name' }, site.id),
                  h('td', {}, h(Badge, { state: site.state })),
                  Object.entries({
                    slots: site.slots,
                    'at most': site.maxSlots,
                    running: site.running,
                    offered: site.offered,
                  }).map(([label, value]) => h('td', { class: 'n', 'data-label': label }, count(value))),
                  h('td', { class: 'dim', title: moment(site.heard) }, ago(site.heard)),
                ),
              ),
            ),
          ),
        ),
  );
}
