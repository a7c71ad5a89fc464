// Connects the builder to the editor: the tree, its errors, the focus, and announcements for screen readers.
import { useState } from 'react'
import { useWords } from '../../../words/words.tsx'
import { nothingWrong } from '../filter-draft.ts'
import type { useEditor } from '../useEditor.ts'
import type { Edit } from './edit.ts'

export function useEdit({ draft, alter, problem, focus }: ReturnType<typeof useEditor>): { edit: Edit; announcement: string } {
  const t = useWords('builder')
  const [announcement, setAnnouncement] = useState('')
  const edit: Edit = {
    root: draft.root,
    wrong: problem?.wrong ?? nothingWrong,
    change: root => alter({ root }),
    focus,
    say: (word, values) => setAnnouncement(t(word, values)),
  }
  return { edit, announcement }
}
