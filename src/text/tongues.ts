/** The codes of languages that people speak, as one alternative of a pattern; none that a section of a configuration is called by. */
export const TONGUE: string =
  'af am an ar ast az be bg bn bo br bs ca ckb co cs cy da de el en eo es et eu fa fi fil fr fy ga gd gl gsw gu he hi hr hu hy ia id is it ja ka kab kk kmr kn ko ku kw la lt lv mk ml mn mr ms my nan nb ne nl nn oc pa pl pt ro ru sc sco se si sk sl sq sr sv sw szl ta te th tr tt ug uk ur uz vi zgh zh'.replaceAll(
    ' ',
    '|',
  );
