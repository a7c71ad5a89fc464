// A screen in another language: its words, its direction, and English where a language lacks something.
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Frame } from './Frame.tsx'
import { chooseLanguage, chosenLanguage, keptLanguage } from './language.ts'
import { Spoken } from './Spoken.tsx'
import { screen } from './screen.tsx'
import { LanguageChoice } from './ui/LanguageChoice.tsx'
import { openRooms, useLanguage, useWords, wordsOf } from './words.tsx'

afterEach(() => chooseLanguage('en').then(() => localStorage.clear()))

function Sample() {
  const t = useWords('account')
  return (
    <>
      <h1>{t('signIn.title')}</h1>
      <p>{useLanguage()}</p>
      <LanguageChoice />
    </>
  )
}

const sample = screen(['account', 'reader'], async () => Sample)

test('a screen changes to Arabic at once, is read from the right, and is so on the next visit', async () => {
  expect(chosenLanguage()).toBe('en')
  await openRooms('en', ['ui'])
  const router = createMemoryRouter([{ path: '/', element: <sample.View /> }])
  await render(
    <Frame>
      <Chosen>
        <RouterProvider router={router} />
      </Chosen>
    </Frame>,
  )
  const [inEnglish, inArabic] = await titles()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inEnglish)
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect.element(page.getByText('ar', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading')).toHaveTextContent(inArabic)
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
  await expect.element(page.getByRole('button', { name: 'العربية' })).toHaveAttribute('aria-current', 'true')
  expect(keptLanguage()).toBe('ar')
})

async function titles(): Promise<[string, string]> {
  await Promise.all([openRooms('en', ['account']), openRooms('ar', ['account'])])
  const [english, arabic] = [wordsOf('en'), wordsOf('ar')].map(words => words.of('account')('signIn.title'))
  expect(arabic).not.toBe(english)
  return [english ?? '', arabic ?? '']
}

function Chosen({ children }: { children: ReactNode }) {
  return <Spoken language={useLanguage()}>{children}</Spoken>
}

test('a room that a language does not have is English there', async () => {
  await openRooms('ar', ['gallery'])
  await openRooms('en', ['gallery'])
  const [arabic, own] = [wordsOf('ar').of('gallery'), wordsOf('en').of('gallery')]
  expect(arabic('title')).toBe(own('title'))
})
