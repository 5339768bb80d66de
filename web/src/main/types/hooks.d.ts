// hooks.js as browsers get it.
export { useEffect, useRef, useState } from 'preact/hooks';
