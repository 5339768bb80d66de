// preact.js as browsers get it. Its own types for h take any attribute of any element; these know which element has
// which.
import type { ComponentChildren, JSX, Key, VNode } from 'preact';

export { Fragment, render } from 'preact';
export type { ComponentChild, ComponentChildren, JSX, VNode } from 'preact';

type Data = { [name: `data-${string}`]: string | number | undefined };

export function h<Tag extends keyof JSX.IntrinsicElements>(
  tag: Tag,
  attributes?: JSX.IntrinsicElements[Tag] & Data,
  ...children: ComponentChildren[]
): VNode;
export function h<Properties>(
  component: (properties: Properties) => ComponentChildren,
  properties?: Omit<Properties, 'children'> & { key?: Key },
  ...children: ComponentChildren[]
): VNode;
