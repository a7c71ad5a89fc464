// Reply buttons, lists and link buttons, each within Meta's limits.
import { isIP } from 'node:net'
import type { Limits } from '../limits.ts'
import { allDifferent, atMost, countOf, PayloadError, within } from './checks.ts'
import type { Content, Section } from './shapes.ts'

/** What stands above, in and below any of them; none of it but the body renders markup. */
export interface Frame {
  header?: string
  body: string
  footer?: string
}

/** What is tapped comes back as its `id`. */
export interface Button {
  id: string
  title: string
}

export function buttonsContent(limits: Limits, frame: Frame, buttons: Button[]): Content {
  countOf('Buttons', buttons, limits.buttons)
  for (const { id, title } of buttons) {
    within(limits, 'buttonTitle', 'The title of a button', title)
    within(limits, 'buttonId', 'The id of a button', id)
  }
  distinct('button', buttons)
  allDifferent(
    'The titles of the buttons',
    buttons.map(button => button.title),
  )
  const action = { buttons: buttons.map(({ id, title }) => ({ type: 'reply' as const, reply: { id, title } })) }
  return { type: 'interactive', interactive: { type: 'button', ...framed(limits, frame), action } }
}

export function listContent(limits: Limits, frame: Frame, button: string, sections: Section[]): Content {
  within(limits, 'buttonTitle', 'The button of a list', button)
  countOf('Sections of a list', sections, limits.sections)
  const rows = sections.flatMap(section => countOf('Rows of a section', section.rows, limits.rows))
  countOf('Rows of a list', rows, limits.rows)
  for (const { title } of sections) {
    if (title === undefined && sections.length > 1) throw new PayloadError('Each of several sections needs a title.')
    if (title !== undefined) within(limits, 'rowTitle', 'The title of a section', title)
  }
  for (const row of rows) {
    within(limits, 'rowId', 'The id of a row', row.id)
    within(limits, 'rowTitle', 'The title of a row', row.title)
    if (row.description !== undefined) atMost(limits, 'rowDescription', 'The description of a row', row.description)
  }
  distinct('row', rows)
  return { type: 'interactive', interactive: { type: 'list', ...framed(limits, frame), action: { button, sections } } }
}

export function linkContent(limits: Limits, frame: Frame, title: string, url: string): Content {
  within(limits, 'buttonTitle', 'The text of a link button', title)
  const { protocol, hostname } = new URL(url)
  if (!/^https?:$/.test(protocol) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new PayloadError(`A link button needs an http address with the name of a host, not ${url}.`)
  const action = { name: 'cta_url' as const, parameters: { display_text: title, url } }
  return { type: 'interactive', interactive: { type: 'cta_url', ...framed(limits, frame), action } }
}

const distinct = (what: string, items: { id: string }[]): void =>
  allDifferent(
    `The ids of each ${what}`,
    items.map(item => item.id),
  )

const framed = (limits: Limits, { header, body, footer }: Frame) => ({
  ...(header !== undefined && { header: { type: 'text' as const, text: within(limits, 'header', 'The header', header) } }),
  body: { text: within(limits, 'interactiveBody', 'The body', body) },
  ...(footer !== undefined && { footer: { text: within(limits, 'footer', 'The footer', footer) } }),
})
