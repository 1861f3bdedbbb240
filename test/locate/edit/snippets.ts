/** Small sources in the usual style of each language, with nested symbols, comments and strings. */

/** The source of each language, by language id. `c` is in GNU style, with tabs for eight spaces. */
export const snippets: Readonly<Record<string, string>> = {
  c: `/* Reads records.  */

struct reader
{
  int size;
  char *text;
};

static int
skip (struct reader *reader, int most)
{
  for (int at = 0; at < most; at++)
    {
      if (reader->text[at] == '#')
	{
	  reader->size++;
	  while (reader->text[at] != 0)
	    at++;
	}
      else
	return at;
    }
  return most;
}

static int
count (struct reader *reader)
{
  switch (reader->size)
    {
    case 0:
      return skip (reader,
		   1);
    default:
      break;
    }
  return 0;
}

static int
finish (struct reader *reader)
{
  if (!reader)
    goto fail;
  return count (reader);
 fail:
  return -1;
}
`,
  cpp: `#include <vector>

namespace shop {

class Cart {
 public:
  explicit Cart(int size) : size_(size) {}

  int total() const {
    int sum = 0;
    for (const auto& item : items_) {
      if (item > 0) {
        sum += item;
      } else {
        continue;
      }
    }
    return sum;
  }

  template <typename T>
  void add(const T& item) {
#ifdef CHECKED
    check(item);
#endif
    items_.push_back(item);
  }

  void clear() {
    items_.clear();
    size_ = 0;
  }

 private:
  int size_;
  std::vector<int> items_;
};

}  // namespace shop
`,
  csharp: `using System;

namespace Shop
{
    public class Cart
    {
        private int size;

        public int Total(int most)
        {
            foreach (var item in items)
            {
                if (item > most)
                {
                    return item;
                }
            }
            return size;
        }

        public string Name()
        {
            var text = @"first
 second";
            return text;
        }

        public void Clear()
        {
            size = 0;
            items.Clear();
        }
    }
}
`,
  go: `package shop

import "fmt"

type Cart struct {
	size  int
	items []int
}

func (c *Cart) Total(most int) int {
	sum := 0
	for _, item := range c.items {
		switch {
		case item > most:
			sum += most
		default:
			if item > 0 {
				sum += item
			}
		}
	}
	return sum
}

func (c *Cart) Name() string {
	text := \`first
  second\`
	return fmt.Sprintf(
		"%s %d",
		text,
		c.size,
	)
}

func (c *Cart) Clear() {
	c.size = 0
	c.items = nil
}
`,
  java: `package shop;

public class Cart {
    private int size;

    public int total(int most) {
        for (int item : items) {
            if (item > most) {
                return item;
            }
        }
        return Math.max(size,
                most);
    }

    public String name() {
        Runnable task = () -> {
            System.out.println(size);
        };
        task.run();
        return "cart";
    }

    public void clear() {
        size = 0;
        items.clear();
    }
}
`,
  kotlin: `package shop

class Cart(val size: Int) {
    private val items = mutableListOf<Int>()

    fun total(most: Int): Int {
        for (item in items) {
            if (item > most) {
                return item
            }
        }
        return size
    }

    fun name(): String {
        return when (size) {
            0 -> "empty"
            else -> "cart"
        }
    }

    fun clear() {
        items.clear()
        println(size)
    }
}
`,
  lua: `local cart = {}

function cart.total(items, most)
  local sum = 0
  for _, item in ipairs(items) do
    if item > most then
      sum = sum + most
    else
      sum = sum + item
    end
  end
  return sum
end

function cart.name()
  local text = [[first
 second]]
  return text
end

function cart.clear(self)
  self.size = 0
  self.items = {}
end

return cart
`,
  markdown: `# Shop

Text before.

## Cart

- first
  - nested
    more of it
  - second
- last

\`\`\`js
if (a) {
  b();
}
\`\`\`

## Prices

1. one
2. two

   a paragraph of it

## End

The last lines
of the text.
`,
  php: `<?php

class Cart
{
    private int $size = 0;

    public function total(int $most): int
    {
        foreach ($this->items as $item) {
            if ($item > $most) {
                return $item;
            }
        }
        return $this->size;
    }

    public function name(): string
    {
        $text = "first
 second";
        return $text;
    }

    public function clear(): void
    {
        $this->size = 0;
        $this->items = [
            'a' => 1,
            'b' => 2,
        ];
    }
}
`,
  python: `"""A shop."""

import os


class Cart:
    """A cart.

    It has items.
    """

    size = 0

    def total(self, most):
        for item in self.items:
            if item > most:
                return item
            elif item < 0:
                continue
        return max(self.size,
                   most)

    @property
    def name(self):
        text = """first
 second"""
        return text

    def clear(self):
        self.size = 0
        self.items = {
            "a": 1,
            "b": 2,
        }


def main():
    try:
        Cart().clear()
    finally:
        os.remove("cart")
`,
  ruby: `module Shop
  class Cart
    attr_reader :size

    def total(most)
      items.each do |item|
        if item > most
          return item
        else
          next
        end
      end
      size
    end

    def name
      text = <<~TEXT
        first
          second
      TEXT
      text
    end

    def clear
      @size = 0
      @items = []
    end
  end
end
`,
  rust: `use std::fmt;

pub struct Cart {
    size: usize,
    items: Vec<u32>,
}

impl Cart {
    pub fn total(&self, most: u32) -> u32 {
        let mut sum = 0;
        for item in &self.items {
            match item {
                0 => continue,
                other => {
                    sum += other.min(&most);
                }
            }
        }
        sum
    }

    pub fn name(&self) -> String {
        let text = r#"first
 second"#;
        text.to_string()
    }

    pub fn clear(&mut self) {
        self.size = 0;
        self.items
            .iter_mut()
            .for_each(|item| *item = 0);
    }
}
`,
  shellscript: `#!/bin/bash
set -e

total() {
  local sum=0
  for item in "$@"; do
    if [ "$item" -gt 0 ]; then
      sum=$((sum + item))
    else
      continue
    fi
  done
  echo "$sum"
}

name() {
  cat <<EOF
first
 second
EOF
  echo done
}

clear_all() {
  case "$1" in
    all)
      rm -f cart
      ;;
    *)
      echo "none"
      ;;
  esac
}
`,
  typescript: `import { max } from "./max.js";

export class Cart {
  readonly #items: number[] = [];

  total(most: number): number {
    for (const item of this.#items) {
      if (item > most) {
        return item;
      } else {
        continue;
      }
    }
    return max(most);
  }

  name(): string {
    const text = \`first
 second\`;
    return [text, "cart"].join(
      ", ",
    );
  }

  clear(): void {
    this.#items.length = 0;
    /* A comment
     * in two lines. */
    this.total(1);
  }
}
`,
  yaml: `name: shop
on:
  push:
    branches:
      - main
      - next
jobs:
  build:
    runs-on: linux
    steps:
      - name: First
        run: |
          make
            all
      - name: Second
        with:
          size: 1
  test:
    needs: build
    steps:
      - name: Last
        run: make test
`,
};
