// Tests that a short hyphenated word stays on one line and no character is lost.
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { NoBreakText } from './NoBreakText.tsx'

test('short hyphenated words stay on one line however narrow the text is, and no character is lost', async () => {
  const text = '“The settings of your e-mail: one-time codes, E-mail accounts, a weekly-reader.”'
  const { container } = await render(
    <p style={{ width: 20 }}>
      <NoBreakText text={text} />
    </p>,
  )
  const unbroken = [...container.querySelectorAll('span')]
  expect(unbroken.map(span => span.textContent)).toEqual(['e-mail', 'one-time', 'E-mail'])
  expect(container.textContent).toBe(text)
})
