// The frame around all pages: sign-in, navigation, and which page the address names.
import { h, render } from './preact.js';
import { useEffect, useState } from './hooks.js';
import { asProblem, get, session } from './api.js';
import { Loading, Notices, Questions, typed, useAnswer } from './parts.js';
/** @import { ComponentChildren } from './preact.js' */
/** @import { PageProperties } from './parts.js' */

/** @typedef {(properties: PageProperties) => ComponentChildren} Page */

import { count } from './numbers.js';
import { RunsPage } from './runs.js';

// Pages that are not shown first are loaded when they are.
/** @type {Record<string, (() => Promise<Page>) | undefined>} */
const LATER = {
  run: () => import('./run.js').then(file => file.RunPage),
  agents: () => import('./agents.js').then(file => file.AgentsPage),
  queues: () => import('./queues.js').then(file => file.QueuesPage),
  fleet: () => import('./fleet.js').then(file => file.FleetPage),
  sites: () => import('./sites.js').then(file => file.SitesPage),
  new: () => import('./new.js').then(file => file.NewPage),
};
/** @type {Record<string, Page | undefined>} */
const loaded = { runs: RunsPage };

/** @param {PageProperties & { name: string }} properties */
function LatePage({ name, ...rest }) {
  const [page, setPage] = useState(() => loaded[name]);
  useEffect(() => {
    if (loaded[name]) setPage(() => loaded[name]);
    else
      LATER[name]?.().then(found => {
        loaded[name] = found;
        setPage(() => found);
      });
  }, [name]);
  return page && loaded[name] === page ? h(page, rest) : h(Loading, { what: 'loading' });
}

// The address behind the hash: /runs/5/timeline?from=3
function place() {
  const [path, search] = location.hash.slice(1).split('?');
  return {
    path: path
      .split('/')
      .filter(part => part)
      .map(decodeURIComponent),
    query: new URLSearchParams(search ?? ''),
  };
}

function usePlace() {
  const [here, setHere] = useState(place());
  useEffect(() => {
    const moved = () => setHere(place());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return here;
}

/** @param {{ onDone: (about: Answer.Server) => void }} properties */
function SignIn({ onDone }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  /** @param {string} token */
  const enter = async token => {
    if (!/^[!-~]{1,512}$/.test(token)) {
      setProblem('A token is one line of letters, digits and signs, without blanks.');
      return;
    }
    setBusy(true);
    session.begin(token);
    try {
      onDone(await get('/server'));
    } catch (thrown) {
      session.end();
      const { status, message } = asProblem(thrown);
      setProblem(
        status === 403 ? 'This token may not look at runs: use one of an administrator, a user or a reader.' : message,
      );
    }
    setBusy(false);
  };
  return h(
    'main',
    { class: 'signin' },
    h(
      'form',
      {
        class: 'card',
        onSubmit: event => {
          event.preventDefault();
          enter(typed(event.currentTarget)('token').trim());
        },
      },
      h(
        'div',
        { class: 'row' },
        h('img', { src: '/web/icon.svg', alt: '' }),
        h('div', {}, h('h1', {}, 'Tidewheel'), h('span', { class: 'dim' }, 'Sign in with a token')),
      ),
      h(
        'label',
        { class: 'field' },
        'Token',
        h('input', {
          name: 'token',
          type: 'password',
          autocomplete: 'off',
          autofocus: true,
          required: true,
          'aria-describedby': 'token-help',
        }),
      ),
      h(
        'p',
        { class: 'dim small', id: 'token-help' },
        'The administrator’s is in the file ',
        h('code', {}, 'admin.token'),
        ' of the data folder; ',
        h('code', {}, 'tidewheel dashboard'),
        ' prints it. ',
        'Others are made with ',
        h('code', {}, 'tidewheel token create --role user --owner NAME'),
        '.',
      ),
      problem && h('p', { class: 'FAILED', role: 'alert' }, problem),
      h('button', { class: 'main', disabled: busy }, 'Sign in'),
    ),
  );
}

const THEMES = ['auto', 'light', 'dark'];
function ThemeButton() {
  const [theme, setTheme] = useState(localStorage.getItem('tidewheel.theme') ?? 'auto');
  useEffect(() => {
    localStorage.setItem('tidewheel.theme', theme);
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return h(
    'button',
    {
      onClick: () => setTheme(next),
      title: `Colours: ${theme}; switch to ${next}`,
      'aria-label': `Colours: ${theme}. Switch to ${next}`,
    },
    theme.charAt(0).toUpperCase() + theme.slice(1),
  );
}

/** @param {{ about: Answer.Server, onLeave: () => void }} properties */
function PageFrame({ about, onLeave }) {
  const here = usePlace();
  const [server, problem] = useAnswer(signal => get('/server', signal), [], 3_000);
  const [sites] = useAnswer(signal => get('/sites', signal).catch(() => null), []);
  const name = here.path[0] ?? 'runs';
  const links = [
    ['runs', 'Runs'],
    ['queues', 'Queues'],
    ['agents', 'Agents'],
    ['fleet', 'Fleet'],
    ...(sites ? [['sites', 'Sites']] : []),
    ...(about.role === 'read-only' ? [] : [['new', 'New']]),
  ];
  const now = server ?? about;
  useEffect(() => {
    document.title =
      (here.path.length > 1 ? `Run ${here.path[1]}` : (links.find(link => link[0] === name)?.[1] ?? 'Runs')) +
      ' · Tidewheel';
  }, [here]);
  const page = name === 'runs' && here.path.length > 1 ? 'run' : name;
  const known = loaded[page] || LATER[page];
  return h(
    'div',
    {},
    h(
      'a',
      {
        class: 'skip',
        href: '#main',
        onClick: event => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        },
      },
      'To the content',
    ),
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'brand', href: '#/runs' }, h('img', { src: '/web/icon.svg', alt: '' }), 'Tidewheel'),
      h(
        'nav',
        { 'aria-label': 'Pages' },
        links.map(([key, label]) =>
          h('a', { href: '#/' + key, 'aria-current': key === name ? 'page' : undefined }, label),
        ),
      ),
      h(
        'div',
        { class: 'pulse' },
        problem
          ? h('span', { class: 'FAILED', role: 'alert' }, problem.message)
          : [
              h('span', {}, `${count(now.running)} running`),
              h('span', {}, `${count(now.queued)} waiting`),
              h('span', {}, `${count(now.agents)} ${now.agents === 1 ? 'agent' : 'agents'}`),
            ],
        h('span', { title: `role: ${about.role}` }, about.owner),
        h(ThemeButton),
        h('button', { onClick: onLeave }, 'Sign out'),
      ),
    ),
    h(
      'main',
      { id: 'main', tabindex: -1 },
      known
        ? h(LatePage, { key: page, name: page, path: here.path, query: here.query, about })
        : h('p', {}, 'There is no such page. ', h('a', { href: '#/runs' }, 'To the runs')),
    ),
    h(Notices),
    h(Questions),
  );
}

function Dashboard() {
  const [about, setAbout] = useState(/** @type {Answer.Server | null} */ (null));
  const [asking, setAsking] = useState(Boolean(session.token()));
  const leave = () => {
    session.end();
    setAbout(null);
  };
  session.lost = leave;
  useEffect(() => {
    if (asking)
      get('/server')
        .then(setAbout, () => session.end())
        .finally(() => setAsking(false));
  }, []);
  if (asking) return h(Loading, { what: 'signing in' });
  return about ? h(PageFrame, { about, onLeave: leave }) : h(SignIn, { onDone: setAbout });
}

// A link that carries a token (as `tidewheel dashboard` prints it) is used once and taken out of the address at once.
const carried = location.hash.match(/^#token=([!-~]{1,512})$/);
if (carried) {
  session.begin(decodeURIComponent(carried[1]));
  history.replaceState(null, '', location.pathname + '#/runs');
}
const root = document.getElementById('app');
if (root) render(h(Dashboard), root);
