// How the pages talk to the server. The token stays in this tab: it is gone when the tab is closed, and no other site sees it.

const KEY = 'tidewheel.token';

export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail || `the server answered with status ${status}`);
    this.status = status;
    this.errors = body?.errors ?? [];
  }
}

export const session = {
  token: () => sessionStorage.getItem(KEY),
  begin: token => sessionStorage.setItem(KEY, token),
  end: () => sessionStorage.removeItem(KEY),
  // Called when the server does not know the token any more.
  lost: () => {},
};

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch('/api/v1' + path, { ...options, headers: { ...options.headers, Authorization: 'Bearer ' + session.token() } });
  } catch (broken) {
    if (broken.name === 'AbortError') throw broken;
    throw new Problem(0, { detail: 'the server cannot be reached; is it running?' });
  }
  if (answer.ok) return answer;
  const problem = new Problem(answer.status, await answer.json().catch(() => null));
  if (answer.status === 401) session.lost();
  throw problem;
}

export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

export async function text(path, signal) {
  return (await ask(path, { signal })).text();
}

export async function blob(path, signal) {
  return (await ask(path, { signal })).blob();
}

// A key per request: if it is repeated, it still happens once.
export async function post(path, body = {}, repeatable = false) {
  const headers = { 'Content-Type': 'application/json' };
  if (repeatable) headers['Idempotency-Key'] = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

// Hands on pieces of text as they come, until it ends or is aborted.
export async function stream(path, signal, take) {
  const answer = await ask(path, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
}

// Server-sent events. EventSource cannot send a token, so the lines are read here. Comes back after a break, until aborted.
export async function events(path, signal, take) {
  let wait = 500;
  while (!signal.aborted) {
    try {
      let rest = '';
      await stream(path, signal, piece => {
        wait = 500;
        const parts = (rest + piece).split('\n\n');
        rest = parts.pop();
        for (const part of parts) {
          const data = part.split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5).trim()).join('\n');
          if (data) take(JSON.parse(data));
        }
      });
    } catch (broken) {
      if (signal.aborted || broken.status === 401 || broken.status === 404) return;
    }
    await new Promise(done => setTimeout(done, wait));
    wait = Math.min(wait * 2, 10_000);
  }
}

export function query(values) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== null && value !== '') parts.append(name, value);
  const written = parts.toString();
  return written ? '?' + written : '';
}
