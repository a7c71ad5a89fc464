// Tests that the web view shows hostile markup as plain text and that its frame has no permissions.
import { expect, test, vi } from 'vitest'
import type { WebView } from '../../core/api/web-view.ts'
import { hostileTexts } from '../../test/xss.ts'
import { stage } from '../stage.fixture.tsx'
import { EmailView } from './EmailView.tsx'

const plain: WebView = {
  ...{ from: { name: 'Anna', address: 'anna@example.com' }, to: [], cc: [], subject: 'Ferries' },
  ...{ arrivedAt: '2026-11-22T10:00:00Z', datedAt: '2026-11-22T10:00:00Z', date: null },
  ...{ auth: null, text: '', isTextCut: false, page: null, attachments: [], missing: null, isForOwner: false, expiresAt: null },
}
const renderEmail = (mail: Partial<WebView>) => stage(<EmailView email={{ ...plain, ...mail }} />, ['whole', 'forwarded', 'sender'])

test('subjects, names, file names and plain text are shown as text, whatever they contain', async () => {
  const alert = vi.spyOn(window, 'alert').mockReturnValue()
  const people = hostileTexts.map(text => ({ name: text, address: text }))
  const files = hostileTexts.map(text => ({ name: text, type: text, sizeBytes: 1, href: null }))
  const all = hostileTexts.join('\n')
  const { container } = await renderEmail({
    from: people[0] ?? null,
    to: people,
    cc: people,
    subject: all,
    text: all,
    attachments: files,
    missing: all,
  })
  expect(container.querySelectorAll('script, img, iframe, style, object, embed, form, [onerror], [onload], [onmouseover]')).toHaveLength(0)
  for (const link of container.querySelectorAll('a')) expect(link.href).toMatch(/^https?:/)
  expect(container.textContent).toContain(hostileTexts[0])
  expect(alert).not.toHaveBeenCalled()
})

test('HTML is shown in a frame as tall as the email that may only open tabs; blocked pictures are counted', async () => {
  const html =
    '<p style="height:700px">Ferries sail <img src="https://away.example/a.png" alt="A ship"> <a href="https://a.example">on</a></p>'
  const screen = await renderEmail({ page: { version: 1, html, isCut: false, pictures: [] } })
  await expect.element(screen.getByText(/1 remote image blocked/)).toBeVisible()
  const frame = () => screen.container.querySelector<HTMLIFrameElement>('iframe:not([aria-hidden])')
  expect(frame()?.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  expect(frame()?.srcdoc).not.toContain('away.example')
  expect(frame()?.srcdoc).toContain('rel="noopener noreferrer"')
  expect(frame()?.contentDocument).toBeNull()
  await expect.poll(() => frame()?.clientHeight).toBeGreaterThan(700)
})
