// Numbers for people.

/** @param {number | null | undefined} value */
export function count(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–';
  return Math.abs(value) >= 1e7
    ? (value / 1e6).toFixed(1) + ' M'
    : Math.round(value).toLocaleString('en-US').replaceAll(',', '\u202f');
}

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === undefined || seconds === null || !Number.isFinite(seconds)) return '–';
  const whole = Math.abs(seconds);
  const sign = seconds < 0 ? '−' : '';
  if (whole === 0) return '0 s';
  if (whole < 0.001) return sign + (whole * 1e6).toFixed(0) + ' µs';
  if (whole < 1) return sign + short((whole * 1e3).toPrecision(3)) + ' ms';
  if (whole < 60) return sign + short(whole < 10 ? whole.toFixed(2) : whole.toFixed(1)) + ' s';
  if (whole < 3600) return sign + pair(whole / 60, ' min', whole % 60, ' s');
  if (whole < 86400) return sign + pair(whole / 3600, ' h', (whole % 3600) / 60, ' min');
  return sign + pair(whole / 86400, ' d', (whole % 86400) / 3600, ' h');
}

/**
 * @param {number} large
 * @param {string} unit
 * @param {number} small
 * @param {string} smallUnit
 */
function pair(large, unit, small, smallUnit) {
  return Math.floor(large) + unit + (Math.floor(small) === 0 ? '' : ` ${Math.floor(small)}${smallUnit}`);
}

/** @param {string} digits */
function short(digits) {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/** @param {number | null | undefined} value */
export function bytes(value) {
  if (value === undefined || value === null) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  let left = value;
  while (left >= 1024 && unit < units.length - 1) {
    left /= 1024;
    unit++;
  }
  return (unit === 0 ? left.toFixed(0) : left.toFixed(1)) + ' ' + units[unit];
}

// Amounts of money come as texts, which keep every digit.
/** @param {string | number} value */
export function money(value) {
  const number = Number(value);
  return !Number.isFinite(number)
    ? '–'
    : number !== 0 && Math.abs(number) < 0.01
      ? String(Number(number.toPrecision(2)))
      : number.toFixed(2);
}

/** @param {number} value */
export const percent = value => `${(100 * value).toFixed(value < 0.0995 ? 1 : 0)} %`;

// A name as it fits into a picture: without what would turn or break the text around it.
/**
 * @param {string} text
 * @param {number} most
 */
export function shortened(text, most) {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ');
  return flat.length > most ? flat.slice(0, most - 1) + '…' : flat;
}
