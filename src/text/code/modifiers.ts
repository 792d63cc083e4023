/** One modifier list for the languages with braces; anchored and free of nested repeats over the same characters. */
const MODIFIERS = String.raw`^\s*(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:(?:public|private|protected|internal|static|final|abstract|open|override|sealed|data|inline|suspend|operator|infix|tailrec|external|expect|actual|lateinit|const|export|default|declare|async|pub|unsafe|extern|virtual|partial|readonly|implicit|lazy|case|fileprivate|mutating|nonmutating|convenience|required|indirect|weak|dynamic|value|annotation|inner|enum(?=\s+class)|late|covariant|factory|comptime|noinline|fun(?=\s+interface))\s+)*`;

/** A line that begins with modifiers and goes on so. */
export const modified = ({ raw }: TemplateStringsArray): RegExp =>
  new RegExp(MODIFIERS + raw.join(''));

/** `Type name(…) {`. */
export const MEMBER: RegExp = modified`(?:[\w<>\[\],.?:&*]+\s+){1,3}[*&]?([A-Za-z_]\w*)\s*\([^;]*(?:\{\s*)?$`;
