# Completion for bash: lsp-locate itself returns the candidates. `lsp-locate complete bash` prints this file.

_lsp_locate() {
  local line=${COMP_LINE:0:COMP_POINT} word rest part index
  local words=() current quote="" lead="" answer directive value

  # Bash also splits words at `:`, `=` and `@`: words without a space between them are joined again.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    rest=${line#"${line%%[![:space:]]*}"}
    if ((index == 0)) || [[ $rest != "$line" ]]; then words+=(""); fi
    # The last word ends at the cursor.
    if ((index == COMP_CWORD)); then part=$rest; else part=$word; fi
    words[${#words[@]} - 1]+=$part
    line=${rest#"$part"}
  done

  current=${words[${#words[@]} - 1]}
  case $current in
    [\'\"]*) quote=${current:0:1} current=${current:1} ;;
    *) current=${current//\\/} ;;
  esac
  words[${#words[@]} - 1]=$current

  COMPREPLY=()
  answer=$("${words[0]/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null) || return
  directive=${answer##*:}
  answer=${answer%:*}

  # Bash replaces only the part after its last word break.
  if [[ -z $quote ]]; then
    lead=$current
    for part in : = @; do
      if [[ $COMP_WORDBREAKS == *"$part"* ]]; then lead=${lead##*"$part"}; fi
    done
    lead=${current%"$lead"}
  fi

  while IFS=$'\t' read -r value _; do
    if [[ -z $value ]]; then continue; fi
    value=${value#"$lead"}
    if [[ -z $quote ]]; then printf -v value %q "$value"; fi
    COMPREPLY+=("$value")
  done <<<"$answer"

  # Bash before version 4 has no compopt, and adds a space after every candidate.
  if ((directive & 2)); then compopt -o nospace 2>/dev/null; fi
  compopt -o nosort 2>/dev/null
  if ((${#COMPREPLY[@]} > 0)); then return; fi
  if ((directive & 4)); then
    compopt +o default 2>/dev/null
  elif ((directive & 16)); then
    compopt -o dirnames +o default 2>/dev/null
  fi
}

complete -o default -F _lsp_locate lsp-locate
