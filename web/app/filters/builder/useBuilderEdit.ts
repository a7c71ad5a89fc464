// Connects the builder to the editor: the tree, its errors, the focus, and announcements for screen readers.
import { useState } from 'react'
import { useWords } from '../../../words/words.tsx'
import { noErrors } from '../filter-draft.ts'
import type { useEditor } from '../useEditor.ts'
import type { BuilderEdit } from './edit.ts'

export function useBuilderEdit({ draft, update, problem, focus }: ReturnType<typeof useEditor>): {
  edit: BuilderEdit
  announcement: string
} {
  const t = useWords('builder')
  const [announcement, setAnnouncement] = useState('')
  const edit: BuilderEdit = {
    root: draft.root,
    invalidPaths: problem?.invalidPaths ?? noErrors,
    change: root => update({ root }),
    focus,
    announce: (word, values) => setAnnouncement(t(word, values)),
  }
  return { edit, announcement }
}
