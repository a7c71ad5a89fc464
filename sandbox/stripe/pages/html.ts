// Builds HTML in which every inserted text is escaped.

/** Markup that is safe to insert as it is. */
export interface Html {
  html: string
}

type Insertable = Html | Html[] | string | number | null | false | undefined

export function html(strings: TemplateStringsArray, ...values: Insertable[]): Html {
  return { html: strings.map((text, index) => text + render(values[index])).join('') }
}

function render(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return Array.isArray(value) ? value.map(render).join('') : value.html
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
