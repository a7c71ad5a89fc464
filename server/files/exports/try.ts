// One try at making a copy: what its chunks are bound to, so that those of a try that died are never read.
export interface Try {
  id: string
  tries: number
}

/** A copy that could not be made in so many is given up, also where each try died without a word. */
export const mostTries = 3

export const versionOf = ({ id, tries }: Try): string => `${id}/${tries}`
