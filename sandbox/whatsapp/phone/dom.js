// Creates elements from data, never from markup, and renders the icons.

/** Creates an element with attributes (on* are listeners) and children; null and false are left out. */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value)
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false))
  return node
}

const strokes = {
  send: ['M3.7 3.5 21 12 3.700 20.500 6.500 12z', 'M6.500 12H13'],
  block: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z', 'M4.930 4.930 19.070 19.070'],
  plane: [
    'M17.8 19.2 16 11l3.500-3.500C21 6 21.500 4 21 3c-1-.5-3 0-4.500 1.500L13 8 4.800 6.200c-.5-.1-.9.1-1.100.5l-.3.5c-.2.5-.1 1 .3 1.300L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.500 5.300c.3.4.8.5 1.300.3l.5-.2c.4-.3.6-.7.5-1.200z',
  ],
  wifi: ['M12 20h.01', 'M2 8.820a15 15 0 0 1 20 0', 'M5 12.859a10 10 0 0 1 14 0', 'M8.500 16.429a5 5 0 0 1 7 0'],
  clock: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z', 'M12 6v6l4 2'],
  reply: ['M9 17 4 12l5-5', 'M20 18v-2a4 4 0 0 0-4-4H4'],
  list: ['M3 5h.01', 'M3 12h.01', 'M3 19h.01', 'M8 5h13', 'M8 12h13', 'M8 19h13'],
  open: ['M15 3h6v6', 'M10 14 21 3', 'M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
  smile: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z', 'M8 14s1.500 2 4 2 4-2 4-2', 'M9 9h.01', 'M15 9h.01'],
  clip: ['m16 6-8.400 8.600a2 2 0 0 0 2.800 2.800l8.400-8.600a4 4 0 1 0-5.700-5.700l-8.400 8.600a6 6 0 1 0 8.500 8.500l8.400-8.600'],
  file: ['M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8l6 6v12a2 2 0 0 1-2 2z', 'M14 2v5a1 1 0 0 0 1 1h5', 'M8 13h8', 'M8 17h8'],
  download: ['M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5'],
  pin: [
    'M20 10c0 5-5.500 10.200-7.400 11.800a1 1 0 0 1-1.200 0C9.500 20.200 4 15 4 10a8 8 0 0 1 16 0',
    'M12 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  ],
  copy: [
    'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2z',
    'M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
  ],
  call: [
    'M13.800 16.600a1 1 0 0 0 1.200-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.600l-.5.4a1 1 0 0 0-.3 1.200 14 14 0 0 0 6.400 6.400',
  ],
  at: ['M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z', 'M16 8v5a3 3 0 0 0 6 0v-1a10 10 0 1 0-4 8'],
  offer: ['m3 11 18-5v12L3 14z', 'M11.600 16.800a3 3 0 1 1-5.800-1.600'],
  flag: [
    'M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.300 2q2 0 3.100-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.500',
  ],
  tick: ['m4 12.500 5 5L20 6.500'],
  ticks: ['m1.500 12.500 5 5L17 6.500', 'm11.500 16 1.600 1.500L23.500 6.500'],
  battery: [
    'M4 7h14a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2z',
    'M22.500 11v2',
    'M6 10.500v3M9.500 10.500v3M13 10.500v3',
  ],
}

export function icon(name, label) {
  const svg = shape('svg', {
    viewBox: '0 0 24 24',
    class: `icon ${name}`,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
  if (label) svg.setAttribute('aria-label', label)
  else svg.setAttribute('aria-hidden', 'true')
  if (label) svg.setAttribute('role', 'img')
  svg.append(...strokes[name].map(d => shape('path', { d })))
  return svg
}

/** The avatar of the business: our logo. */
export function mark() {
  const svg = shape('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' })
  svg.append(
    shape('path', { d: 'M4 4.500h24L16 14z', fill: '#fabd33' }),
    shape('path', {
      d: 'M1.500 7.500 16 19 30.500 7.500 28 18.500a6.500 6.500 0 0 1-6.300 5H10.300a6.500 6.500 0 0 1-6.300-5z',
      fill: 'currentColor',
    }),
    shape('path', {
      d: 'M3 28.300h17.500M25.500 28.300H29',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '2.400',
      'stroke-linecap': 'round',
    }),
  )
  return svg
}

function shape(name, attributes) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  return node
}
