// Adds a public page's title and description, taken from its texts.
import type { ComponentType } from 'react'
import type { PublicPage } from '../navigation/public-pages.ts'
import { useWords, useWordsOfCodes } from '../words/words.tsx'

/** Wraps a page with its title and description; its catalog must be loaded. */
export function withHead({ name, catalog }: PublicPage, View: ComponentType): ComponentType {
  return function WithHead() {
    const ui = useWords('ui')
    const t = useWordsOfCodes()
    return (
      <>
        <title>{ui('title', { page: t(`${catalog}.${name}.title`) })}</title>
        <meta name="description" content={t(`${catalog}.${name}.description`)} />
        <View />
      </>
    )
  }
}
