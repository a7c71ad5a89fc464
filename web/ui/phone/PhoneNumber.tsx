// A telephone number, always written left to right.
export const PhoneNumber = ({ of: number }: { of: string }) => <bdi dir="ltr">{number}</bdi>
