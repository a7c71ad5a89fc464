// Builds reply buttons and lists, each within Meta's limits.
import type { WhatsAppLimits } from '../limits.ts'
import { allDifferent, atMost, countOf, PayloadError, within } from './checks.ts'
import type { ListSection, PayloadContent } from './shapes.ts'

/** The header, body and footer of any of them; only the body renders markup. */
export interface InteractiveFrame {
  header?: string
  body: string
  footer?: string
}

/** A tap sends its `id` back. */
export interface Button {
  id: string
  title: string
}

export function buttonsContent(limits: WhatsAppLimits, frame: InteractiveFrame, buttons: Button[]): PayloadContent {
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

export function listContent(limits: WhatsAppLimits, frame: InteractiveFrame, button: string, sections: ListSection[]): PayloadContent {
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

const distinct = (what: string, items: { id: string }[]): void =>
  allDifferent(
    `The ids of each ${what}`,
    items.map(item => item.id),
  )

const framed = (limits: WhatsAppLimits, { header, body, footer }: InteractiveFrame) => ({
  ...(header !== undefined && { header: { type: 'text' as const, text: within(limits, 'header', 'The header', header) } }),
  body: { text: within(limits, 'interactiveBody', 'The body', body) },
  ...(footer !== undefined && { footer: { text: within(limits, 'footer', 'The footer', footer) } }),
})
