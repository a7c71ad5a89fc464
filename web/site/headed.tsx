// The head of a public page, from its words: what a tab, a bookmark and a search engine show of it.
import type { ComponentType } from 'react'
import { useWords, useWordsOfCodes } from '../words.tsx'
import type { PublicPage } from './pages.ts'

/** The page with its title and description; its room must be open. */
export function headed({ name, room }: PublicPage, View: ComponentType): ComponentType {
  return function Headed() {
    const ui = useWords('ui')
    const t = useWordsOfCodes()
    return (
      <>
        <title>{ui('title', { page: t(`${room}.${name}.title`) })}</title>
        <meta name="description" content={t(`${room}.${name}.description`)} />
        <View />
      </>
    )
  }
}
