// Renders the buttons below a message: quick replies, list, links, a code to copy.
import { el, icon } from './dom.js'

export function renderButtons(bubble, actions) {
  const { content } = bubble
  if (bubble.type === 'template') return (content.shown?.buttons ?? []).map(button => templateButton(bubble, button, actions))
  if (content.type === 'button') return content.action.buttons.map(({ reply }) => tapButton(bubble, reply.id, reply.title, actions))
  if (content.type === 'list') {
    const open = () => actions.openList(bubble)
    return [el('button', { type: 'button', 'data-testid': 'open-list', onclick: open }, icon('list'), content.action.button)]
  }
  if (content.type !== 'cta_url') return []
  const { display_text: title, url } = content.action.parameters
  return [link(url, title, 'open', 'cta-url')]
}

function templateButton(bubble, button, actions) {
  if (button.kind === 'url') return link(button.url, button.text, 'open', 'template-url')
  if (button.kind === 'phone') return link(`tel:${button.phone}`, button.text, 'call', 'template-phone')
  if (button.kind === 'code') return copyButton(button)
  return tapButton(bubble, button.payload, button.text, actions)
}

function tapButton(bubble, id, title, actions) {
  return el('button', { type: 'button', 'data-testid': `tap-${id}`, onclick: () => actions.tap(bubble.wamid, id) }, icon('reply'), title)
}

function copyButton({ text, code }) {
  const button = el('button', { type: 'button', 'data-testid': 'copy-code' }, icon('copy'), text)
  button.addEventListener('click', () => {
    void navigator.clipboard?.writeText(code).then(() => button.replaceChildren(icon('tick'), 'Copied'))
  })
  return button
}

function link(href, title, name, testId) {
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer', 'data-testid': testId }, icon(name), title)
}
