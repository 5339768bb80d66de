// What one run has cost, and what it would have cost with other policies and budgets.
import { h } from './preact.js';
import { get, query } from './api.js';
import { isOver, Loading, Picture, ProblemText, REFRESH, slack, Tile, typed, useAnswer } from './parts.js';
import { costs, curves, machineTable } from './curves.js';
import { count, duration, money } from './numbers.js';
/** @import { CurveOptions } from './curves.js' */
/** @import { RunPartProperties } from './parts.js' */

// What it has cost, with the lines of budget and deadline, and for which machines.
/** @param {RunPartProperties} properties */
export function RunCost({ run }) {
  const [cost, problem] = useAnswer(
    signal => get(`/runs/${run.id}/cost`, signal),
    [run.id, run.state],
    isOver(run) ? 0 : 2 * REFRESH,
  );
  if (!cost) return h(Loading, { what: 'adding up', problem });
  return h(
    'div',
    { 'data-ready': 'cost' },
    h(
      'div',
      { class: 'tiles' },
      h(Tile, { label: 'cost', value: money(cost.amount), title: cost.amount }),
      h(Tile, { label: 'of that for idle machines', value: money(cost.idle), title: cost.idle }),
      h(Tile, { label: 'machines used', value: count(cost.items.length) }),
      cost.runBudget && h(Tile, { label: 'budget of this run', value: money(cost.runBudget), title: cost.runBudget }),
      run.heldFor && h(Tile, { label: 'held for', value: run.heldFor.toLowerCase() }),
      cost.budget &&
        h(Tile, {
          label: `budget of ${run.owner} in ${duration(cost.budget.interval)}`,
          value: money(cost.budget.amount),
        }),
      cost.budget && h(Tile, { label: 'of that left now', value: money(cost.budget.left) }),
      run.deadline && h(Tile, { label: 'deadline', value: slack(run) }),
    ),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Cost'),
      h(Picture, { make: width => costs(cost, run, run.finished ?? new Date().toISOString(), width), needs: [cost] }),
    ),
    cost.items.length > 0 &&
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'Machines'),
        h(Picture, { make: () => machineTable(cost.items), needs: [cost] }),
      ),
  );
}

const USUAL_POLICIES = ['leap', 'pfa-ma', 'pfa-ewma', 'plf', 'scf', 'on-demand'];

// As plays count it: waiting for machines is a part of it.
/** @param {Answer.Run} run */
function sinceSubmission(run) {
  return (Date.parse(run.finished ?? run.created) - Date.parse(run.created)) / 1000;
}

// How it would have gone with other policies and budgets: what tidewheel replay tells.
/** @param {RunPartProperties} properties */
export function RunWhatIf({ run, wanted }) {
  const asked = {
    policy: wanted.get('policy') ?? 'leap,pfa-ma,plf,scf',
    budget: wanted.get('budget') ?? '',
    deadline: wanted.get('deadline') ?? '',
  };
  const [answer, problem] = useAnswer(
    signal => get(`/runs/${run.id}/replay`, signal, asked),
    [run.id, JSON.stringify(asked)],
  );
  const [cost] = useAnswer(signal => get(`/runs/${run.id}/cost`, signal).catch(() => null), [run.id]);
  const chosen = asked.policy.split(',');
  /** @param {HTMLFormElement} form */
  const ask = form => {
    const field = typed(form);
    const policy = new FormData(form).getAll('policy').join(',');
    location.hash =
      `/runs/${run.id}/whatif` + query({ policy, budget: field('budget').trim(), deadline: field('deadline').trim() });
  };
  const budgetOption = asked.budget && ` --budget ${asked.budget}`;
  const deadlineOption = asked.deadline && ` --deadline ${asked.deadline}`;
  return h(
    'div',
    {},
    h(
      'form',
      {
        class: 'card row',
        'data-ready': 'asked',
        key: JSON.stringify(asked),
        onSubmit: event => {
          event.preventDefault();
          ask(event.currentTarget);
        },
      },
      h(
        'fieldset',
        { class: 'row plain' },
        h('legend', { class: 'dim small' }, 'Policies'),
        [...new Set([...USUAL_POLICIES, ...chosen])]
          .filter(name => name)
          .map(name =>
            h(
              'label',
              { class: 'small' },
              h('input', { type: 'checkbox', name: 'policy', value: name, defaultChecked: chosen.includes(name) }),
              ' ',
              name,
            ),
          ),
      ),
      h(
        'label',
        { class: 'field' },
        'Budget per interval',
        h('input', { name: 'budget', size: 8, placeholder: 'any', defaultValue: asked.budget }),
      ),
      h(
        'label',
        { class: 'field' },
        'Done within',
        h('input', { name: 'deadline', size: 8, placeholder: 'e.g. 30m', defaultValue: asked.deadline }),
      ),
      h('button', { class: 'main' }, 'Play it again'),
    ),
    problem
      ? h(ProblemText, { problem })
      : !answer
        ? h(Loading, { what: 'playing it again under virtual time' })
        : h(
            'div',
            { 'data-ready': 'whatif' },
            h(
              'div',
              { class: 'grid' },
              h(
                'section',
                { class: 'card' },
                h('h2', {}, 'How long it would have taken, by budget'),
                h(Picture, {
                  make: width =>
                    offers(answer, offer => offer.seconds, {
                      width,
                      shown: duration,
                      limits: [{ name: 'really', y: sinceSubmission(run) }],
                    }),
                  needs: [answer],
                }),
              ),
              h(
                'section',
                { class: 'card' },
                h('h2', {}, 'What it would have cost, by budget'),
                h(Picture, {
                  make: width =>
                    offers(answer, offer => Number(offer.cost), {
                      width,
                      shown: money,
                      limits: cost?.intervals ? [{ name: 'really', y: Number(cost.amount) }] : [],
                    }),
                  needs: [answer, cost],
                }),
              ),
            ),
            h(
              'section',
              { class: 'card' },
              h('h2', {}, 'Policies and budgets'),
              answer.conclusions?.map(line => h('p', {}, line)),
              h(
                'div',
                { class: 'scroll' },
                h(
                  'table',
                  {},
                  h(
                    'thead',
                    {},
                    h(
                      'tr',
                      {},
                      h('th', {}, 'Policy'),
                      ['Budget', 'Takes', 'Costs'].map(name => h('th', { class: 'n' }, name)),
                      asked.deadline && h('th', {}, 'In time'),
                    ),
                  ),
                  h(
                    'tbody',
                    {},
                    h(
                      'tr',
                      {},
                      h('td', { class: 'dim' }, 'as it really was'),
                      h('td', { class: 'n' }, cost?.budget ? money(cost.budget.amount) : '–'),
                      h('td', { class: 'n' }, duration(sinceSubmission(run))),
                      h('td', { class: 'n' }, cost?.intervals ? money(cost.amount) : '–'),
                      asked.deadline && h('td'),
                    ),
                    answer.offers.map(offer =>
                      h(
                        'tr',
                        {},
                        h(
                          'td',
                          { class: 'name' },
                          offer.policy,
                          !offer.deployable && h('span', { class: 'dim small' }, ' (lab)'),
                        ),
                        h('td', { class: 'n' }, offer.budget),
                        h('td', { class: 'n' }, duration(offer.seconds)),
                        h('td', { class: 'n' }, offer.cost),
                        asked.deadline &&
                          h('td', { class: offer.inTime ? 'SUCCEEDED' : 'FAILED' }, offer.inTime ? 'yes' : 'no'),
                      ),
                    ),
                  ),
                ),
              ),
              h(
                'p',
                { class: 'dim small' },
                `${count(answer.tasks)} tasks, each as long as it really took; `,
                `budgets are for each ${duration(answer.budgetIntervalSeconds)}. The same: `,
                h('code', {}, `tidewheel replay ${run.id} --policy ${asked.policy}${budgetOption}${deadlineOption}`),
              ),
            ),
          ),
  );
}

/**
 * @param {Answer.Replay} answer
 * @param {(offer: Answer.Offer) => number} value
 * @param {CurveOptions} options
 */
function offers(answer, value, options) {
  const names = [...new Set(answer.offers.map(offer => offer.policy))];
  return curves(
    names.map((name, i) => ({
      name,
      style: 's' + (i % 12),
      points: answer.offers.filter(offer => offer.policy === name).map(offer => [Number(offer.budget), value(offer)]),
    })),
    { time: budget => money(budget), ...options },
  );
}
