// Elements made in one line; text is always text, never markup.

type Child = Node | string | undefined | false;
type Attributes = { [name: string]: string | number | boolean | undefined | ((event: never) => void) };

function apply(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value as EventListener);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
}

/** An element with attributes (functions are listeners) and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  apply(made, attributes);
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of strokes in a square of 16. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  apply(svg, { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'icon' });
  const strokes = document.createElementNS(SVG, 'path');
  strokes.setAttribute('d', path);
  svg.append(strokes);
  return svg;
}

export const ICONS = {
  open: 'M2 13V3.500h4l1.500 2H14V13z',
  undo: 'M6 3 2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H7',
  redo: 'M10 3l3.500 3.500L10 10M13.500 6.500H6a3.500 3.500 0 0 0 0 7h3',
  download: 'M8 2v8M4.500 7 8 10.500 11.500 7M2.500 13.500h11',
  link: 'M6.500 9.500 9.500 6.500M7 4.500 8.500 3a3 3 0 0 1 4.500 4.500L11.500 9M4.500 7 3 8.500A3 3 0 0 0 7.500 13L9 11.500',
  compare: 'M6 2.500H2.500v11H6M10 2.500h3.500v11H10M8 1.500v13',
  help: 'M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.4-1 .8-1 1.700M8 12.500v.5',
  theme: 'M8 2.500a5.500 5.500 0 1 0 0 11zM8 2.500a5.500 5.500 0 0 1 0 11',
  fit: 'M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10',
  perspective: 'M2 4.500 14 2.500v11L2 11.500zM6 3.900v8.200M10 3.200v9.600',
  grid: 'M2.500 2.500h11v11h-11zM6.200 2.500v11M9.800 2.500v11M2.500 6.200h11M2.500 9.800h11',
  label: 'M3 4V3h10v1M8 3v10M6 13h4',
  state: 'M8.500 1.500 3.500 9h4l-1 5.500L12.500 7h-4z',
  measure: 'M1.500 10.500 10.500 1.500l4 4-9 9zM4 8l1.500 1.500M6.500 5.500 8 7M9 3l1.500 1.500',
  change: 'M2.500 13.500l.8-3L11 2.800l2.200 2.200-7.700 7.700zM9.500 4.300l2.200 2.200',
  turntable: 'M2 8.500c0-2 2.700-3.500 6-3.500s6 1.500 6 3.500S11.300 12 8 12M8 12l2-2M8 12l2 2M8 2v3',
  cut: 'M2.500 5l5.500-3 5.500 3v6L8 14l-5.500-3zM1 8.500h14',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  left: 'M10 3 5 8l5 5',
  bytes: 'M3 3v4M6 3h2v4H6zM11 3v4M3 9h2v4H3zM8 9v4M11 9h2v4h-2z',
} as const;

export interface ButtonLook { label: string; icon?: keyof typeof ICONS; text?: string; class?: string; pressed?: boolean; keys?: string }

/** A name that has the text in it that is seen: people who speak to their browser say that. */
export function nameWith(label: string, shown: string | undefined): string {
  return shown === undefined || label.toLowerCase().includes(shown.toLowerCase()) ? label : `${shown}: ${label}`;
}

/** A button with an accessible name; what is only an icon shows its name when it is pointed at. */
export function button(look: ButtonLook, press: () => void): HTMLButtonElement {
  const title = look.keys ? `${look.label} (${look.keys})` : look.label;
  const made = element('button', {
    type: 'button', class: look.class, title, click: press,
    'aria-label': look.text === undefined || look.text !== look.label ? nameWith(look.label, look.text) : undefined,
    'aria-pressed': look.pressed === undefined ? undefined : String(look.pressed),
  }, look.icon ? icon(ICONS[look.icon]) : undefined, look.text ?? (look.icon ? undefined : look.label));
  return made;
}

/** Whether a text could be put on the clipboard: pages of no safe origin have none, and users may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function setPressed(made: HTMLElement, isPressed: boolean): void {
  made.setAttribute('aria-pressed', String(isPressed));
}
