// One try at making a copy: what its chunks are bound to, so that those of a try that died are never read.
export interface Try {
  id: string
  tries: number
}

export const versionOf = ({ id, tries }: Try): string => `${id}/${tries}`
