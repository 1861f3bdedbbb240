/** Outlines of HCL, including Terraform. */

import { draws, lists } from "./check.js";

test("The outline of a Terraform file in HCL is as listed.", () =>
  lists(
    "terraform",
    `# Which.
terraform {
  required_version = ">= 1.0"
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5" }
  }
  backend "s3" {}
}

// The web.
resource "aws_instance" "web" {
  ami = "x"
  tags = {
    Name         = "n"
    "quoted key" = 1
    (var.k)      = 2
  }
  # Where it is.
  ebs_block_device { size = 1 }
  dynamic "größe" {
    for_each = []
    content { a = each.value }
  }
}

variable "v" { type = string }
locals {
  a = 1
  b = [for x in y : upper(x)]
  c = jsonencode({ in = 1 })
}
output "o" { value = aws_instance.web.id }
data "aws_ami" "d" {}
provider aws {}
moved {
  from = a.b
  to   = c.d
}
`,
    `
class terraform 1/2-8
  property required_version 3
  class required_providers 4-6
    property aws 5
      property source 5
      property version 5
  class backend "s3" 7
class resource "aws_instance" "web" 10/11-24
  property ami 12
  property tags 13-17
    property Name 14
    property quoted key 15
  class ebs_block_device 18/19
    property size 19
  class dynamic "größe" 20-23
    property for_each 21
    class content 22
      property a 22
class variable "v" 26
  property type 26
class locals 27-31
  property a 28
  property b 29
  property c 30
    property in 30
class output "o" 32
  property value 32
class data "aws_ami" "d" 33
class provider aws 34
class moved 35-38
  property from 36
  property to 37
`,
  ));

test("The outline of HCL includes a file of values alone.", () =>
  lists(
    "terraform-vars",
    `region = "eu"
text = <<EOT
region = 1
EOT
tags = {
  a = 1
}
`,
    `
property region 1
property text 2-4
property tags 5-7
  property a 6
`,
  ));

test.each([
  ['variable "v"', '«# Why.\n# 💣\n⟦┃variable "v" {\n  type = string\n}⟧ # behind\nlocals {}\n'],
  ["locals/b", "locals {\r\n  a = 1\r\n  «// b\r\n  ⟦┃b = 2⟧ // behind\r\n}\r\n"],
  ["a", "⟦┃a = 1⟧"],
  ['resource "t" "n"/tags/k', 'resource "t" "n" {\n  tags = {\n    «/* k */\n    ⟦┃k = 1⟧,\n  }\n}'],
])("In the outline of HCL, %s is where it is drawn: %j", (path, drawn) => draws("hcl", path, drawn));

test("Declarations around a syntax error stay in the outline of HCL.", () =>
  lists(
    "hcl",
    `variable "a" {}

resource "broken" {
  x = 1 +
}

output "o" { value = 1 }
`,
    `
class variable "a" 1
class resource "broken" 3-5
  property x 4
class output "o" 7
  property value 7
`,
  ));
