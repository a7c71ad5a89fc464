// The builder's hands in the editor: its tree, its marks, where the focus goes, and what is said of each deed.
import { useState } from 'react'
import { useWords } from '../../../words.tsx'
import { nothingWrong } from '../filter-draft.ts'
import type { useEditor } from '../useEditor.ts'
import type { Edit } from './edit.ts'

export function useEdit({ draft, alter, problem, focus }: ReturnType<typeof useEditor>): { edit: Edit; said: string } {
  const t = useWords('builder')
  const [said, setSaid] = useState('')
  const edit: Edit = {
    root: draft.root,
    wrong: problem?.wrong ?? nothingWrong,
    change: root => alter({ root }),
    focus,
    say: (word, values) => setSaid(t(word, values)),
  }
  return { edit, said }
}
