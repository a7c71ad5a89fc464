// Tests how the token input handles keys and pasted text.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stage } from '../../stage.fixture.tsx'
import { TokenInput } from './TokenInput.tsx'

function ControlledInput({ initial = [] as string[], onValues }: { initial?: string[]; onValues(values: string[]): void }) {
  const [values, setValues] = useState(initial)
  return (
    <TokenInput
      label="Senders"
      values={values}
      check={value => (value.includes('!') ? 'Not an address.' : null)}
      onChange={next => {
        setValues(next)
        onValues(next)
      }}
    />
  )
}

async function renderInput(initial: string[] = []) {
  let last = initial
  const screen = await stage(
    <ControlledInput
      initial={initial}
      onValues={values => {
        last = values
      }}
    />,
  )
  return { field: screen.getByRole('textbox', { name: 'Senders' }), screen, values: () => last }
}

test('Enter and comma add what was typed, trimmed, and once', async () => {
  const { field, values } = await renderInput()
  await field.fill('  anna@example.com ')
  await userEvent.keyboard('{Enter}')
  await field.fill('bank.example')
  await userEvent.keyboard(',')
  await field.fill('bank.example')
  await userEvent.keyboard('{Enter}')
  expect(values()).toEqual(['anna@example.com', 'bank.example'])
  await expect.element(field).toHaveValue('')
})

test('Backspace in an empty field removes the last token, and in a filled one only a character', async () => {
  const { field, values } = await renderInput(['a.example', 'b.example'])
  await field.fill('xy')
  await userEvent.keyboard('{Backspace}')
  expect(values()).toEqual(['a.example', 'b.example'])
  await field.fill('')
  await userEvent.keyboard('{Backspace}')
  expect(values()).toEqual(['a.example'])
})

test('a paste of several lines is split into tokens', async () => {
  const { field, values } = await renderInput(['a.example'])
  await field.click()
  const data = new DataTransfer()
  data.setData('text', 'b.example, c.example;\nd.example\n')
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  await expect.poll(values).toEqual(['a.example', 'b.example', 'c.example', 'd.example'])
})

test('typed text becomes a token when the field loses focus', async () => {
  const { field, values } = await renderInput()
  await field.fill('late.example')
  await userEvent.tab()
  expect(values()).toEqual(['late.example'])
})

test('a token has a remove button with its name and shows its error', async () => {
  const { screen, values } = await renderInput(['fine.example', 'oh!'])
  await expect.element(screen.getByText('Not an address.')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Remove fine.example' }).click()
  expect(values()).toEqual(['oh!'])
})
