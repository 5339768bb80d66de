// How the pages talk to the server. The token stays in this tab: it is gone when the tab is closed, and no other site
// sees it.

const KEY = 'tidewheel.token';

export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ detail?: string, errors?: Answer.Finding[] } | null} body
   */
  constructor(status, body) {
    super(body?.detail || `the server answered with status ${status}`);
    this.status = status;
    this.errors = body?.errors ?? [];
  }
}

// Whatever was thrown, as something that has a message.
/** @param {unknown} thrown */
export function asProblem(thrown) {
  if (thrown instanceof Problem) return thrown;
  return new Problem(0, { detail: thrown instanceof Error ? thrown.message : String(thrown) });
}

export const session = {
  token: () => sessionStorage.getItem(KEY),
  /** @param {string} token */
  begin: token => sessionStorage.setItem(KEY, token),
  end: () => sessionStorage.removeItem(KEY),
  // Called when the server does not know the token any more.
  lost: () => {},
};

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch('/api/v1' + path, {
      ...options,
      headers: { ...options.headers, Authorization: 'Bearer ' + session.token() },
    });
  } catch (broken) {
    if (broken instanceof DOMException && broken.name === 'AbortError') throw broken;
    throw new Problem(0, { detail: 'the server cannot be reached; is it running?' });
  }
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await answer.json().catch(() => null));
  if (answer.status === 401) session.lost();
  throw problem;
}

// What each path answers is written down in answers.d.ts.
/**
 * @template {string} Path
 * @param {Path} path
 * @param {AbortSignal} [signal]
 * @param {QueryValues} [values]
 * @returns {Promise<Answer.Of<Path>>}
 */
export async function get(path, signal, values = {}) {
  return (await ask(path + query(values), { signal })).json();
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export async function text(path, signal) {
  return (await ask(path, { signal })).text();
}

/** @param {string} path */
export async function blob(path) {
  return (await ask(path, {})).blob();
}

// A key per request: if it is repeated, it still happens once.
/**
 * @template {string} Path
 * @param {Path} path
 * @param {object} [body]
 * @returns {Promise<Answer.ToPost<Path>>}
 */
export async function post(path, body = {}, repeatable = false) {
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/json' };
  if (repeatable) headers['Idempotency-Key'] = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

// Hands on pieces of text as they come, until it ends or is aborted.
/**
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(piece: string) => void} take
 */
export async function stream(path, signal, take) {
  const answer = await ask(path, { signal });
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
}

// Server-sent events. EventSource cannot send a token, so the lines are read here. Comes back after a break, until
// aborted.
/**
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(run: Answer.RunBrief) => void} take
 */
export async function events(path, signal, take) {
  let wait = 500;
  while (!signal.aborted) {
    try {
      let rest = '';
      await stream(path, signal, piece => {
        wait = 500;
        const parts = (rest + piece).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const lines = part.split('\n').filter(line => line.startsWith('data:'));
          const data = lines.map(line => line.slice(5).trim()).join('\n');
          if (data) take(JSON.parse(data));
        }
      });
    } catch (broken) {
      const { status } = asProblem(broken);
      if (signal.aborted || status === 401 || status === 404) return;
    }
    await new Promise(done => setTimeout(done, wait));
    wait = Math.min(wait * 2, 10_000);
  }
}

/** @typedef {Record<string, string | number | boolean | null | undefined>} QueryValues */

// What is empty is not asked for.
/** @param {QueryValues} values */
export function query(values) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') parts.append(name, String(value));
  const written = parts.toString();
  return written ? '?' + written : '';
}
