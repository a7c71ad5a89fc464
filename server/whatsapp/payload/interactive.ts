// Builds reply buttons and lists, each within Meta's limits.
import type { WhatsAppLimits } from '../limits.ts'
import { checkCount, checkDistinct, checkLength, checkText, PayloadError } from './checks.ts'
import type { ListSection, PayloadContent } from './shapes.ts'

/** The header, body and footer of an interactive message; only the body renders markup. */
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
  checkCount('Buttons', buttons, limits.buttons)
  for (const { id, title } of buttons) {
    checkText(limits, 'buttonTitle', 'The title of a button', title)
    checkText(limits, 'buttonId', 'The id of a button', id)
  }
  checkDistinctIds('button', buttons)
  checkDistinct(
    'The titles of the buttons',
    buttons.map(button => button.title),
  )
  const action = { buttons: buttons.map(({ id, title }) => ({ type: 'reply' as const, reply: { id, title } })) }
  return { type: 'interactive', interactive: { type: 'button', ...toFrame(limits, frame), action } }
}

export function listContent(limits: WhatsAppLimits, frame: InteractiveFrame, button: string, sections: ListSection[]): PayloadContent {
  checkText(limits, 'buttonTitle', 'The button of a list', button)
  checkCount('Sections of a list', sections, limits.sections)
  const rows = sections.flatMap(section => checkCount('Rows of a section', section.rows, limits.rows))
  checkCount('Rows of a list', rows, limits.rows)
  for (const { title } of sections) {
    if (title === undefined && sections.length > 1) throw new PayloadError('Each of several sections needs a title.')
    if (title !== undefined) checkText(limits, 'rowTitle', 'The title of a section', title)
  }
  for (const row of rows) {
    checkText(limits, 'rowId', 'The id of a row', row.id)
    checkText(limits, 'rowTitle', 'The title of a row', row.title)
    if (row.description !== undefined) checkLength(limits, 'rowDescription', 'The description of a row', row.description)
  }
  checkDistinctIds('row', rows)
  return { type: 'interactive', interactive: { type: 'list', ...toFrame(limits, frame), action: { button, sections } } }
}

const checkDistinctIds = (what: string, items: { id: string }[]): void =>
  checkDistinct(
    `The ids of each ${what}`,
    items.map(item => item.id),
  )

const toFrame = (limits: WhatsAppLimits, { header, body, footer }: InteractiveFrame) => ({
  ...(header !== undefined && { header: { type: 'text' as const, text: checkText(limits, 'header', 'The header', header) } }),
  body: { text: checkText(limits, 'interactiveBody', 'The body', body) },
  ...(footer !== undefined && { footer: { text: checkText(limits, 'footer', 'The footer', footer) } }),
})
