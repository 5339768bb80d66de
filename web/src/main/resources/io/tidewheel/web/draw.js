// What all pictures are made of, for the pages and for reports. Every function answers an element that can be put
// anywhere; what comes from users is only ever set as text. Nothing here asks the server or knows the page around it.
import { count, shortened } from './numbers.js';

/** @typedef {Record<string, string | number | undefined>} Attributes */
/** @typedef {string | Node | null} Child */

const SVG = 'http://www.w3.org/2000/svg';
export const COLOURS = 12;

// Of pictures of which nobody has said how wide they are to be.
export const USUAL_WIDTH = 560;

// An SVG element with attributes and children; texts become text.
/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children.flat());
}

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.filter(child => child !== null));
  return element;
}

// Round places on an axis, about so many.
/**
 * @param {number} from
 * @param {number} to
 * @param {number} wanted
 */
export function ticks(from, to, wanted) {
  const span = to - from;
  if (!(span > 0)) return [from];
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough) ?? 10 * power;
  const places = [];
  for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + step * 1e-6; at += step)
    places.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return places;
}

/** @param {string} text */
export function title(text) {
  return svg('title', {}, text);
}

// A colour, by the class that has it, and what it stands for.
/** @param {[string, string][]} entries */
export function legend(entries) {
  return html(
    'ul',
    { class: 'legend' },
    entries.map(([style, text]) => html('li', {}, html('i', { class: style }), shortened(text, 60))),
  );
}

/** @param {Answer.Looked} data */
export function sampled(data) {
  if (!data.looked || data.looked >= data.tasks) return null;
  return html(
    'p',
    { class: 'dim small' },
    `drawn from ${count(data.looked)} of ${count(data.tasks)} tasks, chosen evenly over the run`,
  );
}

// A table; texts stay texts, numbers stand to the right.
/**
 * @param {string[]} names
 * @param {(string | number | Node | null | undefined)[][]} rows
 */
export function dataTable(names, rows) {
  return html(
    'div',
    { class: 'scroll' },
    html(
      'table',
      {},
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          names.map((name, i) => html('th', { class: typeof rows[0]?.[i] === 'number' ? 'n' : undefined }, name)),
        ),
      ),
      html(
        'tbody',
        {},
        rows.map(row =>
          html(
            'tr',
            {},
            row.map(value =>
              html(
                'td',
                {
                  class: typeof value === 'number' ? 'n' : 'name',
                  title: typeof value === 'string' && value.length > 60 ? value : undefined,
                },
                typeof value === 'number' ? count(value) : (value ?? ''),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
